import type { UsesModels } from "../models/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { visibleBrokerage } from "../platform/http/permissions.ts";
import { type Found, searchRecords } from "../record-search/index.ts";
import type { BrokerageSearchQuery, BrokerageSearchResults } from "./brokerages.schemas.ts";

/**
 * The brokerages nearest to the query, best first (SPEC: Brokerages). Non-admins find only their own; disabled brokerages are
 * never found.
 */
export async function searchBrokerages(
  ctx: ActorContext<UsesModels>,
  { q, limit }: BrokerageSearchQuery,
): Promise<BrokerageSearchResults> {
  const { total, found } = await searchRecords(ctx, {
    kind: "brokerage",
    query: q,
    brokerageId: visibleBrokerage(ctx.actor),
    limit,
  });
  const results = ranked(found, await cardsOf(ctx, found));
  return { query: q, results, total };
}

async function cardsOf(ctx: ActorContext, found: Found[]) {
  if (found.length === 0) return [];
  return ctx.db
    .selectFrom("brokerages")
    .select([
      "id",
      "slug",
      "name",
      "tagline",
      "military_specialist",
      "va_loans",
      "franchise_affiliation",
      "logo_url",
    ])
    .where(
      "id",
      "in",
      found.map(({ id }) => id),
    )
    .where("disabled_at", "is", null)
    .execute();
}

/**
 * The rows in the order of the search results, each with its similarity. Rows deleted since the search are left out.
 */
export function ranked<Row extends { id: number }>(
  found: Found[],
  rows: Row[],
): (Row & { similarity: number })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, similarity }) => {
    const row = byId.get(id);
    return row ? [{ ...row, similarity }] : [];
  });
}
