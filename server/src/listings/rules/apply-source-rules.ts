import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { BatchSize } from "../import/batch-size.ts";
import { boundsFor, lockRevisions } from "../import/batch-writer.ts";
import type { UsesListings } from "../services.ts";
import { touchAgedListings } from "./touch-aged-listings.sql.ts";
import { touchListings } from "./touch-listings.sql.ts";

export const applySourceRulesJob = "apply-source-rules";

type Outdated = { source_id: number; revision: number; ai: boolean };

/**
 * After a change of rules: has everything that is stored about the source's listings (documents, vectors, descriptions of photos) made
 * again under the new rules, by the readers of the change log. Until then the rules hold already in all that is read at a request and
 * in the listing index. Takes out sold listings that have reached their `sold_max_age_days` too. A run that is stopped is continued by
 * the next one.
 *
 * @param forget deletes all that models have made of a source's listings: called for one that no longer allows models, and again until
 *   it succeeds.
 */
export async function applySourceRules(
  ctx: Context<UsesListings>,
  forget: (sourceId: number) => Promise<void>,
): Promise<void> {
  const outdated: Outdated[] = await ctx.db
    .selectFrom("source_rules")
    .select(["source_id", "revision", "ai"])
    .whereRef("applied_revision", "<", "revision")
    .orderBy("source_id")
    .execute();
  for (const source of outdated) {
    await touchAll(ctx, source);
    if (!source.ai) await forget(source.source_id);
    if (ctx.signal.aborted) return;
    await ctx.db
      .updateTable("source_rules")
      .set({ applied_revision: source.revision })
      .where("source_id", "=", source.source_id)
      .execute();
  }
  await touchAgedListings(ctx.db);
  await ctx.listings.index.catchUp();
}

async function touchAll(ctx: Context<UsesListings>, { source_id, revision }: Outdated): Promise<void> {
  const size = new BatchSize(boundsFor(ctx));
  for (let after = ""; !ctx.signal.aborted; ) {
    const limit = size.rows;
    const { lastKey } = await inTransaction(ctx, async ({ db }) => {
      await lockRevisions(db);
      const started = performance.now();
      const batch = await touchListings(db, { sourceId: source_id, rulesRevision: revision, after, limit });
      if (batch.touched > 0) size.note(limit, performance.now() - started);
      return batch;
    });
    if (lastKey === null) return;
    after = lastKey;
    await yieldToOthers();
  }
}
