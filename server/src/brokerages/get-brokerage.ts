import type { ActorContext } from "../platform/context.ts";
import type { Brokerage } from "./brokerages.schemas.ts";
import { findVisibleBrokerage } from "./visible-brokerage.ts";

/**
 * All fields of a brokerage (SPEC: Brokerages). Callers other than admins see only their own, and not while it is
 * disabled.
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function getBrokerage(ctx: ActorContext, input: { brokerage_id: number }): Promise<Brokerage> {
  return findVisibleBrokerage(ctx, input.brokerage_id);
}
