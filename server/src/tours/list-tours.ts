import type { ActorContext } from "../platform/context.ts";
import { rowsOf } from "../platform/http/list-envelope.ts";
import type { Tour, TourListQuery } from "./tours.schemas.ts";
import { presentTours, visibleTours } from "./visible-tours.ts";

/**
 * Lists tour requests, newest first (SPEC: a bare array): agents get those of their leads, brokers those of their brokerage,
 * admins all.
 */
export async function listTours(ctx: ActorContext, input: TourListQuery): Promise<Tour[]> {
  const { status, listing_id, lead_id, preferred_date, brokerage_id } = input;
  let tours = await visibleTours(ctx);
  if (status !== undefined) tours = tours.where("status", "=", status);
  if (listing_id !== undefined) tours = tours.where("listing_id", "=", listing_id);
  if (lead_id !== undefined) tours = tours.where("lead_id", "=", lead_id);
  if (preferred_date) tours = tours.where("preferred_date", "=", preferred_date);
  if (brokerage_id !== undefined) tours = tours.where("brokerage_id", "=", brokerage_id);
  const { limit, offset } = rowsOf(input);
  const rows = await tours.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return presentTours(ctx, rows);
}
