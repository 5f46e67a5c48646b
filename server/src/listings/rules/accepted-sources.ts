import { readToken } from "../../client-tokens/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { UsesListings } from "../services.ts";

const NONE: ReadonlySet<number> = new Set();

/**
 * The sources whose current VOW terms the request's client has accepted; none for visitors, and for a token that is not valid at this
 * brokerage. A client has verified an email; erasing the client deletes what it has accepted. Without a query for visitors.
 */
export async function acceptedSources(ctx: TenantContext<UsesListings>): Promise<ReadonlySet<number>> {
  if (ctx.bearer === null || !ctx.listings.sources.haveVowFields) return NONE;
  const owner = await readToken(ctx, ctx.bearer);
  if (owner?.brokerageId !== ctx.tenant.brokerageId) return NONE;
  const rows = await ctx.db
    .selectFrom("vow_acceptances")
    .innerJoin("source_rules", (join) =>
      join
        .onRef("source_rules.source_id", "=", "vow_acceptances.source_id")
        .onRef("source_rules.vow_terms_version", "=", "vow_acceptances.version"),
    )
    .select("vow_acceptances.source_id")
    .where("client_id", "=", owner.clientId)
    .execute();
  return new Set(rows.map(({ source_id }) => source_id));
}
