import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import { type Source, sourcesNamed } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, type Db, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { BrokerageSources } from "../brokerages.schemas.ts";
import type { UsesBrokerages } from "../services.ts";
import { lockBrokerage } from "../visible-brokerage.ts";
import { selectedSources } from "./get-brokerage-sources.ts";

/**
 * Replaces the selection of sources whose listings a brokerage shows; an empty list means all. Searches use it at once
 * (decisions.md: Listings).
 *
 * @throws AppError 404 `Brokerage not found`, 422 with the unknown sources.
 */
export async function updateBrokerageSources(
  ctx: Context<UsesBrokerages>,
  input: { brokerage_id: number } & BrokerageSources,
): Promise<BrokerageSources> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await lockBrokerage(ctx, input.brokerage_id);
    const chosen = await sourcesNamed(ctx.db, input.sources);
    refuseUnknown(input.sources, chosen);
    const before = await selectedSources(ctx.db, id);

    await select(ctx.db, id, chosen);
    const after = await selectedSources(ctx.db, id);
    await recordChange(ctx, {
      action: "update",
      targetType: "brokerage_sources",
      targetId: id,
      brokerageId: id,
      before,
      after,
    });
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    return after;
  });
}

/** Sources that stay keep the time since when they are shown. */
async function select(db: Db, brokerage_id: number, chosen: readonly Source[]): Promise<void> {
  const ids = chosen.map(({ id }) => id);
  const removed = await db
    .deleteFrom("brokerage_sources")
    .where("brokerage_id", "=", brokerage_id)
    .where(sql<boolean>`source_id <> all(${ids}::integer[])`)
    .returning("source_id")
    .execute();
  if (ids.length === 0 && removed.length === 0) return;
  if (ids.length === 0) {
    const all_sources_since = sql<Date>`now()`;
    await db.updateTable("brokerages").set({ all_sources_since }).where("id", "=", brokerage_id).execute();
    return;
  }
  await db
    .insertInto("brokerage_sources")
    .values(ids.map((source_id) => ({ brokerage_id, source_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function refuseUnknown(names: string[], known: Source[]): void {
  const issues = names.flatMap((name, index) =>
    known.some((source) => source.name === name)
      ? []
      : [
          {
            loc: ["body", "sources", index],
            msg: `sources.${index}: there is no source '${name}'`,
            type: "value_error",
          },
        ],
  );
  if (issues.length > 0) throw new AppError("invalid", issues);
}
