import type { ListingSummary } from "../../../shared/listing.ts";
import { dataOf } from "../../frame/api.ts";
import type { Visit } from "../../frame/visit.ts";

/** The homes of some favorites, in the order of the ids, and the ids of those that are not shown any more. */
export async function savedHomes(
  { api }: Visit,
  ids: readonly string[],
): Promise<{ homes: ListingSummary[]; gone: string[] }> {
  if (ids.length === 0) return { homes: [], gone: [] };
  const query = { listing_ids: [...ids], page_size: ids.length };
  const { items } = dataOf(await api.GET("/api/properties", { params: { query } }));
  const homes = new Map<string, ListingSummary>(items.map((item) => [item.listing_id.toLowerCase(), item]));
  const found = ids.map((id) => ({ id, home: homes.get(id.toLowerCase()) }));
  return {
    homes: found.flatMap(({ home }) => home ?? []),
    gone: found.flatMap(({ id, home }) => (home ? [] : [id])),
  };
}
