import type { ActorContext } from "../platform/context.ts";
import type { Tour, TourParams } from "./tours.schemas.ts";
import { presentTours, tourNotFound, visibleTours } from "./visible-tours.ts";

/**
 * One tour request.
 *
 * @throws AppError 404 `Tour request not found`, also outside the caller's scope.
 */
export async function getTour(ctx: ActorContext, { request_id }: TourParams): Promise<Tour> {
  const tours = await visibleTours(ctx);
  const row = await tours.selectAll().where("id", "=", request_id).executeTakeFirst();
  if (!row) throw tourNotFound();
  return (await presentTours(ctx, [row]))[0] as Tour;
}
