import { createHash } from "node:crypto";
import { type AgentCard, agentCard } from "../agents/index.ts";
import { brokerageBranding } from "../brokerages/index.ts";
import { getListing, picturesOfListing, sourceNotices, type UsesListings } from "../listings/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { Download } from "../platform/http/download.ts";
import { trimTrailing } from "../platform/trim-trailing.ts";
import { type BrochureSubject, brochureContent } from "./brochure-content.ts";
import { type BrochurePhotos, fetchBrochurePhotos, readPictures } from "./brochure-photos.ts";
import type { UsesBrochures } from "./services.ts";

/**
 * The brochure of a listing as a PDF in Letter size, with the named agent of the brokerage. Unavailable photos are
 * left out.
 *
 * @throws AppError 404 `Property not found`, `Agent not found` (also an inactive, disabled or another brokerage's);
 *   429 when the caller has too many brochures in progress and this one is not cached, 503 when all callers together
 *   have.
 */
export async function getListingBrochure(
  ctx: TenantContext<UsesBrochures & UsesListings & UsesPhotos>,
  input: { listing_id: string; agent_id?: number },
): Promise<Download> {
  const name = JSON.stringify([ctx.tenant.brokerageId, input.listing_id, input.agent_id]);
  const subject = await ctx.brochures.read(ctx, name, () => readSubject(ctx, input));
  const { listing, pictures, brokerage, agent } = subject;
  const page = listingPage(
    listing.listing_id,
    { id: ctx.tenant.brokerageId, website: brokerage.website },
    ctx.config.publicApiUrl,
  );
  const brochure = brochureContent(subject, page, ctx.clock.now());
  const photos: BrochurePhotos = {
    listing: pictures,
    logo: brokerage.logo_url,
    agent: agent?.photo_url ?? null,
  };
  const pdf = await ctx.brochures.print(ctx, {
    name,
    key: createHash("sha256")
      .update(JSON.stringify([brochure, photos]))
      .digest("hex"),
    prepare: (signal) => fetchBrochurePhotos(ctx.photos, photos, { signal }),
    draft: async (kept) => ({
      brochure,
      ...(await readPictures(ctx.photos, kept, ctx.clock.now())),
    }),
  });
  return new Download(pdf, "application/pdf", {
    "Content-Disposition": `inline; filename="${fileName(listing.listing_id)}"`,
  });
}

async function readSubject(
  ctx: TenantContext<UsesListings>,
  input: { listing_id: string; agent_id?: number },
): Promise<BrochureSubject & { pictures: string[] }> {
  // As visitors see it, because brochures are cached for all callers.
  const listing = await getListing({ ...ctx, bearer: null }, input);
  return {
    listing,
    notices: await sourceNotices(ctx, input.listing_id),
    // The rules of its source may hide them.
    pictures: listing.photos.length === 0 ? [] : await picturesOfListing(ctx.db, input.listing_id),
    agent: input.agent_id === undefined ? null : await requireAgent(ctx, input.agent_id),
    brokerage: await brokerageBranding(ctx.db, ctx.tenant.brokerageId),
  };
}

async function requireAgent(ctx: TenantContext, agentId: number): Promise<AgentCard> {
  const agent = await agentCard(ctx.db, { brokerageId: ctx.tenant.brokerageId, agentId });
  if (!agent) throw new AppError("not_found", "Agent not found");
  return agent;
}

/** Listing ids may contain any character; file names in headers may not. */
function fileName(listingId: string): string {
  const safe = listingId.replaceAll(/[^\w.-]+/g, "-").slice(0, 80);
  return `listing-${safe}.pdf`;
}

/**
 * The URL in the QR code: the listing's page on the brokerage's website. Without a website, the listing's URL in this
 * API with the brokerage's id, because PUBLIC_API_URL may not be a domain of any brokerage.
 */
function listingPage(
  listingId: string,
  brokerage: { id: number; website: string | null },
  publicApiUrl: string,
): string {
  const id = encodeURIComponent(listingId);
  if (brokerage.website === null) {
    return `${publicApiUrl}/api/properties/${id}?brokerage_id=${brokerage.id}`;
  }
  return `${trimTrailing("/?#", brokerage.website)}/properties/${id}`;
}
