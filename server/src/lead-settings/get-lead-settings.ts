import { findVisibleBrokerage } from "../brokerages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import type { LeadSettings } from "./lead-settings.schemas.ts";
import { leadSettings } from "./lead-settings.ts";

/**
 * The lead settings of a brokerage, with defaults (decisions.md: Lead settings).
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function getLeadSettings(
  ctx: ActorContext,
  input: { brokerage_id: number },
): Promise<LeadSettings> {
  const { id } = await findVisibleBrokerage(ctx, input.brokerage_id);
  return leadSettings(ctx.db, id);
}
