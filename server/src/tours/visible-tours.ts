import type { Selectable } from "kysely";
import { leadIdsWithin, leadScope } from "../leads/index.ts";
import { listingLabels } from "../listings/index.ts";
import type { ActorContext, Context } from "../platform/context.ts";
import type { TourRequests } from "../platform/database/types.generated.ts";
import { AppError } from "../platform/errors.ts";
import type { Tour } from "./tours.schemas.ts";

/** A query of the tours in the caller's scope, to extend. The scope is that of the tour's lead. */
export async function visibleTours(ctx: ActorContext) {
  const scope = await leadScope(ctx);
  const tours = ctx.db.selectFrom("tour_requests");
  if (scope === null) return tours;
  const own = tours.where("brokerage_id", "=", scope.brokerageId);
  return scope.agentId === null ? own : own.where("lead_id", "in", leadIdsWithin(ctx.db, scope));
}

export function tourNotFound(): AppError {
  return new AppError("not_found", "Tour request not found");
}

/** Tours with the addresses of their homes. */
export async function presentTours({ db }: Context, rows: Selectable<TourRequests>[]): Promise<Tour[]> {
  const ids = rows.map(({ listing_id }) => listing_id);
  // Visitors ask for tours of homes that the brokerage shows: its sources were checked then.
  const labels = await listingLabels(db, [...new Set(ids)], null);
  return rows.map((row) => ({
    id: row.id,
    brokerage_id: row.brokerage_id,
    lead_id: row.lead_id,
    listing_id: row.listing_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    preferred_date: row.preferred_date,
    preferred_time: row.preferred_time,
    message: row.message,
    status: row.status as Tour["status"],
    created_at: row.created_at,
    updated_at: row.updated_at,
    address: labels.get(row.listing_id)?.address ?? null,
    city: labels.get(row.listing_id)?.city ?? null,
  }));
}
