import type { ActorContext } from "../platform/context.ts";
import type { Tour, TourParams } from "./tours.schemas.ts";
import { presentTour, tourNotFound, visibleTours } from "./visible-tours.ts";

/**
 * One tour request, and whose lead it is.
 *
 * @throws AppError 404 `Tour request not found`, also for one the caller does not see.
 */
export async function getTour(ctx: ActorContext, { request_id }: TourParams): Promise<Tour> {
  const tours = await visibleTours(ctx);
  const row = await tours.selectAll().where("id", "=", request_id).executeTakeFirst();
  if (!row) throw tourNotFound();
  return presentTour(row);
}
