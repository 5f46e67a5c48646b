import type { UsesModels } from "../models/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { visibleBrokerage } from "../platform/http/permissions.ts";
import { type Found, searchRecords } from "../record-search/index.ts";
import type { BrokerageSearchQuery, BrokerageSearchResults } from "./brokerages.schemas.ts";
import { ranked } from "./ranked.ts";

/**
 * The brokerages nearest to a few words, best first (SPEC: Brokerages). Non-admins find their own; a disabled one is
 * found by nobody.
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
