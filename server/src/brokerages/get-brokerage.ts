import type { ActorContext } from "../platform/context.ts";
import type { Brokerage } from "./brokerages.schemas.ts";
import { findVisibleBrokerage } from "./visible-brokerage.ts";

/**
 * Everything about a brokerage (SPEC: Brokerages). Non-admins see their own; a disabled one is for admins alone.
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function getBrokerage(ctx: ActorContext, input: { brokerage_id: number }): Promise<Brokerage> {
  return findVisibleBrokerage(ctx, input.brokerage_id);
}
