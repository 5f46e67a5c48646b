import { recordChange } from "../audit/index.ts";
import { isEnabledBrokerage } from "../brokerages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import {
  type Tour,
  type TourParams,
  type TourStatus,
  tourMoves,
  type UpdateTourBody,
} from "./tours.schemas.ts";
import { presentTours, tourNotFound, visibleTours } from "./visible-tours.ts";

/**
 * Confirms, completes or cancels a tour. The row is locked: of concurrent changes, one wins.
 *
 * @throws AppError 404 `Tour request not found`, also when its brokerage is disabled; 409 when it cannot become that.
 */
export async function updateTour(
  ctx: ActorContext,
  { request_id, status }: TourParams & UpdateTourBody,
): Promise<Tour> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockTour(ctx, request_id);
    assertLegalMove(before.status as TourStatus, status);
    const row = await ctx.db
      .updateTable("tour_requests")
      .set({ status, updated_at: ctx.clock.now() })
      .where("id", "=", request_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(ctx, {
      action: "update",
      targetType: "tour_request",
      targetId: request_id,
      brokerageId: row.brokerage_id,
      before: { status: before.status },
      after: { status },
    });
    return (await presentTours(ctx, [row]))[0] as Tour;
  });
}

export async function lockTour(ctx: ActorContext, id: number) {
  const tours = await visibleTours(ctx);
  const row = await tours.selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!row || !(await isEnabledBrokerage(ctx.db, row.brokerage_id))) throw tourNotFound();
  return row;
}

function assertLegalMove(from: TourStatus, to: TourStatus): void {
  const legal = tourMoves[from];
  if (legal.includes(to)) return;
  const is = from === to ? `is already ${from}` : `is ${from} and cannot become ${to}`;
  const choices = legal.length > 0 ? `it can become ${legal.join(" or ")}` : "that is final";
  throw new AppError("conflict", `Tour request ${is}; ${choices}`);
}
