import { api } from "../api.ts";
import { useBrokerageId } from "../brokerage.ts";
import { useMay } from "../me.ts";
import type { Found } from "./found.ts";

const MOST_DRIPS = 6;

/** Sequences by their names. */
export function useFoundDrips(q: string, isWanted: boolean): Found[] {
  const may = useMay();
  const brokerage_id = useBrokerageId();
  const { data } = api.useQuery(
    "get",
    "/api/v1/admin/drips",
    { params: { query: { brokerage_id } } },
    { enabled: isWanted && may("listDripSequences") },
  );
  if (!isWanted) return [];
  return (data?.items ?? [])
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
    .slice(0, MOST_DRIPS)
    .map(({ id, name }) => ({
      value: `drip ${id}`,
      label: name,
      hint: "Drip",
      icon: "drop",
      to: `/drips/${id}`,
    }));
}
