import { listingPath } from "../../../shared/listing.ts";
import { contactBody } from "../../forms/contact-body.ts";
import type { FormFields } from "../../forms/form-fields.ts";
import type { Posted } from "../../forms/posted.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { isEnded, notFound } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";
import { shownListing } from "./find-listing.ts";

/** The API's longest subject. */
const SUBJECT_LENGTH = 200;

/** Sends a question about a home to the API. */
export async function sendQuestion(visit: Visit, fields: FormFields): Promise<Posted> {
  if (!visit.site.feature_contact_form) return notFound();
  const listing = await shownListing(visit, listingPath);
  if (isEnded(listing)) return listing;
  const { labels, subject } = homesTexts.question;
  const body = contactBody(visit, fields, {
    // The listing's number, and not its address: a street of which the name has a word about selling would make a seller's lead.
    subject: subject(listing.listing_id).slice(0, SUBJECT_LENGTH),
    message: fields.get("message"),
  });
  return sendOnce(visit, { to: `${visit.url.pathname}/sent`, labels }, (header) =>
    visit.api.POST("/api/contact", { params: { header }, body }),
  );
}
