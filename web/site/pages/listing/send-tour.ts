import type { FormFields } from "../../forms/form-fields.ts";
import type { Posted } from "../../forms/posted.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { sentFrom } from "../../forms/sent-from.ts";
import { isEnded } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { toursTexts } from "../../texts/tours.ts";
import { shownListing } from "./find-listing.ts";
import { tourPath } from "./listing-path.ts";

/** Sends the form of a tour to the API. */
export async function sendTour(visit: Visit, fields: FormFields): Promise<Posted> {
  const listing = await shownListing(visit, tourPath);
  if (isEnded(listing)) return listing;
  const body = {
    listing_id: listing.listing_id,
    name: fields.get("name"),
    email: fields.get("email"),
    phone: fields.optional("phone"),
    preferred_date: fields.optional("preferred_date"),
    preferred_time: fields.optional("preferred_time"),
    message: fields.optional("message"),
    website: fields.optional("website"),
    ...sentFrom(visit, fields),
  };
  return sendOnce(visit, { to: `${visit.url.pathname}/sent`, labels: toursTexts.labels }, (header) =>
    visit.api.POST("/api/tours", { params: { header }, body }),
  );
}
