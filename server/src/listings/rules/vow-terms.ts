import type { TenantContext } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { readRules } from "./get-source-rules.ts";
import { lockSourceRow } from "./lock-source-row.ts";
import type { VowTerms } from "./source-rules.ts";

type SourceTerms = { sourceId: number; terms: VowTerms };

/**
 * The VOW terms of a source of the brokerage.
 *
 * @throws AppError 404 `Source not found`, also for a source that the brokerage does not see; 404 for one without terms.
 */
export async function vowTermsOf({ db, tenant }: TenantContext, source: string): Promise<SourceTerms> {
  const { sourceId, rules } = await readRules(db, source);
  const { sourceIds } = tenant;
  if (sourceIds !== null && !sourceIds.includes(sourceId))
    throw new AppError("not_found", "Source not found");
  if (rules.vow_terms === null) throw new AppError("not_found", "The source has no VOW terms");
  return { sourceId, terms: rules.vow_terms };
}

/**
 * Notes that a client has accepted the terms of a source. Safe to repeat.
 *
 * @throws AppError 404 as `vowTermsOf`; 409 when `version` is not the current one.
 */
export async function recordVowAcceptance(
  ctx: TenantContext,
  { clientId, source, version }: { clientId: number; source: string; version: string },
): Promise<Date> {
  return inTransaction(ctx, async (ctx) => {
    // The terms do not change meanwhile.
    await lockSourceRow(ctx.db, source);
    const { sourceId, terms } = await vowTermsOf(ctx, source);
    if (terms.version !== version) {
      throw new AppError(
        "conflict",
        `The current version of the terms is ${terms.version}. Accept that one.`,
      );
    }
    const accepted = { version, accepted_at: ctx.clock.now() };
    const { accepted_at } = await ctx.db
      .insertInto("vow_acceptances")
      .values({ client_id: clientId, source_id: sourceId, ...accepted })
      .onConflict((conflict) => conflict.columns(["client_id", "source_id"]).doUpdateSet(accepted))
      .returning("accepted_at")
      .executeTakeFirstOrThrow();
    return accepted_at;
  });
}

/** What a client has accepted, for the export of their data. Index: vow_acceptances_pkey. */
export async function acceptedVowTerms(
  db: Db,
  clientId: number,
): Promise<{ source: string; version: string; accepted_at: Date }[]> {
  return db
    .selectFrom("vow_acceptances")
    .innerJoin("sources", "sources.id", "vow_acceptances.source_id")
    .select(["sources.name as source", "version", "accepted_at"])
    .where("client_id", "=", clientId)
    .orderBy("accepted_at")
    .execute();
}
