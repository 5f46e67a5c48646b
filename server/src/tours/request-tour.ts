import type { TenantContext } from "../context.ts";
import { findOrReceiveLead, recordEvent, splitName, visitor } from "../leads/index.ts";
import { type PublicListing, publicListing } from "../listings/index.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { TourStatus } from "./tour-statuses.ts";
import type { RequestTourBody, TourReceipt } from "./tours.schemas.ts";

/**
 * A visitor asks to see a listing (SPEC: Tour request). The request and its lead are stored together: the person's open
 * lead, or a new one, which is a buyer's. Bots and floods mark the lead, and are told the same as everybody.
 *
 * @throws AppError 404 `Property not found`, also for one that this brokerage's visitors do not see.
 */
export async function requestTour(ctx: TenantContext, input: RequestTourBody): Promise<TourReceipt> {
  const listing = await publicListing(ctx.db, input.listing_id, ctx.tenant.sourceIds);
  if (!listing) throw new AppError("not_found", "Property not found");
  return inTransaction(ctx, async (ctx) => {
    const { listing_id } = listing;
    const { lead, isNew } = await findOrReceiveLead(ctx, leadOf(ctx, input, listing), {
      event: "contact_form_submission",
      payload: { intake: "tour_request", listing_id },
      actor: visitor,
      signal: "tour_request",
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
    return tour;
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
    source_page: null,
    source_address: ctx.address,
    // Whoever wants to see a house wants to buy one, on Selling Road too.
    pipeline_type: "buyer",
    honeypot: input.website,
  } as const;
}

async function store(ctx: TenantContext, leadId: number, input: RequestTourBody): Promise<TourReceipt> {
  const now = ctx.clock.now();
  const row = await ctx.db
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
    .returning(["id", "listing_id", "name", "email", "status", "created_at"])
    .executeTakeFirstOrThrow();
  return { ...row, status: row.status as TourStatus };
}
