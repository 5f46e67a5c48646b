import type { Selectable } from "kysely";
import { announce } from "../event-outbox/index.ts";
import { findOrReceiveLead, recordEvent, sentFrom, splitName, visitor } from "../leads/index.ts";
import { type PublicListing, publicListing, type UsesListings } from "../listings/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import type { TourRequests } from "../platform/database/types.generated.ts";
import { AppError } from "../platform/errors.ts";
import type { RequestTourBody, TourReceipt, TourStatus } from "./tours.schemas.ts";

type TourRow = Selectable<TourRequests>;

/**
 * Stores a visitor's request to see a listing (SPEC: Tour request), together with its lead: the visitor's open lead, or a new
 * buyer lead. Bots and floods mark the lead as suspect; the reply is the same.
 *
 * @throws AppError 404 `Property not found`, also for listings that are not public on this domain.
 */
export async function requestTour(
  ctx: TenantContext<UsesListings>,
  input: RequestTourBody,
): Promise<TourReceipt> {
  const listing = await publicListing(ctx.db, input.listing_id, ctx.tenant.sourceIds);
  if (!listing) throw new AppError("not_found", "Property not found");
  await ctx.limits.take("tour_email", `${ctx.tenant.brokerageId} ${input.email.toLowerCase()}`);
  return inTransaction(ctx, async (ctx) => {
    const { listing_id } = listing;
    const { lead, isNew } = await findOrReceiveLead(ctx, leadOf(ctx, input, listing), {
      event: "contact_form_submission",
      payload: { intake: "tour_request", listing_id },
      actor: visitor,
      signal: "tour_request",
      propertyId: listing_id,
    });
    const tour = await store(ctx, lead.id, input);
    if (!isNew) {
      await recordEvent(ctx, lead.id, {
        event: "tour_requested",
        occurredAt: tour.created_at,
        payload: { tour_id: tour.id, listing_id },
        actor: visitor,
      });
    }
    await announceTour(ctx, tour);
    const { id, name, email, status, created_at } = tour;
    return { id, listing_id, name, email, status: status as TourStatus, created_at };
  });
}

function leadOf(ctx: TenantContext, input: RequestTourBody, listing: PublicListing) {
  const place = [listing.address, listing.city].filter(Boolean).join(", ");
  return {
    brokerageId: ctx.tenant.brokerageId,
    source: "tour_request",
    ...splitName(input.name),
    email: input.email,
    phone: input.phone || null,
    subject: `Tour request: ${listing.address ? place : listing.listing_id}`,
    message: input.message || "",
    source_domain: ctx.tenant.domain,
    ...sentFrom(input),
    source_address: ctx.address,
    // A tour request always makes a buyer lead: an address like "Selling Road" must not make a seller.
    pipeline_type: "buyer",
    honeypot: input.website,
  } as const;
}

async function store(ctx: TenantContext, leadId: number, input: RequestTourBody): Promise<TourRow> {
  const now = ctx.clock.now();
  return ctx.db
    .insertInto("tour_requests")
    .values({
      brokerage_id: ctx.tenant.brokerageId,
      lead_id: leadId,
      listing_id: input.listing_id,
      name: input.name,
      email: input.email,
      phone: input.phone || null,
      preferred_date: input.preferred_date || null,
      preferred_time: input.preferred_time || null,
      message: input.message || null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Call it after the lead is announced. */
function announceTour(ctx: TenantContext, tour: TourRow): Promise<void> {
  const { id, brokerage_id, lead_id, listing_id, name, email, phone, message, created_at } = tour;
  const { preferred_date, preferred_time } = tour;
  const data = {
    tour_id: id,
    brokerage_id,
    lead_id,
    property_id: listing_id,
    name,
    email,
    phone,
    preferred_date,
    preferred_time,
    message,
    created_at,
  };
  return announce(ctx, [{ event: "tour.requested", subject: `tour:${id}`, brokerageId: brokerage_id, data }]);
}
