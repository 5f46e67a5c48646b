import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import { changedFields } from "../../platform/changed-fields.ts";
import type { ActorContext } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import type { UsesListings } from "../services.ts";
import { applySourceRulesJob } from "./apply-source-rules.ts";
import { readRules } from "./get-source-rules.ts";
import { lockSourceRow } from "./lock-source-row.ts";
import type { UpdateSourceRulesBody } from "./rules.schemas.ts";
import { defaultRules, type SourceRules, toRow } from "./source-rules.ts";

/**
 * Changes the given rules of a source. They hold in this process when this resolves, and in every other one within seconds.
 *
 * @throws AppError 404 `Source not found`.
 */
export async function updateSourceRules(
  ctx: ActorContext<UsesListings>,
  input: { source: string } & UpdateSourceRulesBody,
): Promise<SourceRules> {
  const { source, ...given } = input;
  const after = await inTransaction(ctx, (ctx) => store(ctx, source, given));
  // Inside a caller's transaction the others see the change only after it, and the reply does not wait for them.
  if (ctx.db.isTransaction)
    afterCommit(
      ctx,
      () =>
        void apply(ctx).catch((err) => ctx.log.warn({ err }, "source rules refresh failed, will be retried")),
    );
  else await apply(ctx);
  return after;
}

async function apply({ jobs, listings }: ActorContext<UsesListings>): Promise<void> {
  jobs.wake(applySourceRulesJob);
  await listings.sources.refresh();
  // Of a large source the index reads on after the reply.
  await Promise.race([listings.index.catchUp(), delay(INDEX_WITHIN_MS, null, { ref: false })]);
}

const INDEX_WITHIN_MS = 1000;

/** Rules that decide what is stored about listings: documents, vectors, descriptions of photos. */
const OF_STORED_DATA = ["ai", "fields_hidden", "vow_fields", "show_sold", "sold_max_age_days"];

async function store(ctx: ActorContext, source: string, given: UpdateSourceRulesBody): Promise<SourceRules> {
  // So that concurrent partial changes do not overwrite each other.
  await lockSourceRow(ctx.db, source);
  const { sourceId, name, rules: before } = await readRules(ctx.db, source);
  const changed = changedFields(before, withDefaults(name, given));
  if (Object.keys(changed).length === 0) return before;

  const after: SourceRules = { ...before, ...changed };
  const row = { ...toRow(name, after), updated_at: ctx.clock.now() };
  const isStoredDataOutdated = OF_STORED_DATA.some((rule) => rule in changed);
  await ctx.db
    .insertInto("source_rules")
    .values({ source_id: sourceId, ...row, applied_revision: isStoredDataOutdated ? 0 : 1 })
    .onConflict((conflict) =>
      conflict.column("source_id").doUpdateSet({
        ...row,
        revision: sql<number>`source_rules.revision + 1`,
        ...(!isStoredDataOutdated && {
          applied_revision: sql<number>`source_rules.applied_revision + (source_rules.applied_revision = source_rules.revision)::integer`,
        }),
      }),
    )
    .execute();
  await recordChange(ctx, {
    action: "update",
    targetType: "source_rules",
    targetId: source,
    brokerageId: null,
    before,
    after,
  });
  return after;
}

/** null is the default of a rule. Blank texts are none. */
function withDefaults(name: string, given: UpdateSourceRulesBody): Partial<SourceRules> {
  const defaults = defaultRules(name);
  return Object.fromEntries(
    Object.entries(given).map(([rule, value]) => [
      rule,
      value === null || value === "" ? defaults[rule as keyof SourceRules] : value,
    ]),
  );
}
