import type { ActorContext } from "../../platform/context.ts";
import { findVisibleBrokerage } from "../visible-brokerage.ts";
import type { BrokerageSources } from "./brokerage-sources.schemas.ts";
import { subscriptions } from "./subscriptions.ts";

/**
 * The sources whose listings a brokerage shows (decisions.md: Listings).
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function getBrokerageSources(
  ctx: ActorContext,
  input: { brokerage_id: number },
): Promise<BrokerageSources> {
  const { id } = await findVisibleBrokerage(ctx, input.brokerage_id);
  return subscriptions(ctx.db, id);
}
