import { recordChange } from "../../audit/index.ts";
import { type Source, sourcesNamed } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
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

    await ctx.db.deleteFrom("brokerage_sources").where("brokerage_id", "=", id).execute();
    if (chosen.length > 0) {
      await ctx.db
        .insertInto("brokerage_sources")
        .values(chosen.map((source) => ({ brokerage_id: id, source_id: source.id })))
        .execute();
    }
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
