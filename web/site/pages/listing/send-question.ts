import type { Listing } from "../../../shared/listing.ts";
import { apiErrors } from "../../forms/api-errors.ts";
import { campaignOf } from "../../forms/campaign.ts";
import type { FormFields } from "../../forms/form-fields.ts";
import { type Posted, refused, sent } from "../../forms/posted.ts";
import { notFound } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";
import { listingOfForm } from "./find-listing.ts";

/** Sends a question about a home to the API. */
export async function sendQuestion(visit: Visit, fields: FormFields): Promise<Posted> {
  const { api, idempotencyKey, url, site } = visit;
  const listing = site.feature_contact_form ? await listingOfForm(visit) : null;
  if (!listing) return notFound();
  const answer = await api.POST("/api/contact", {
    params: { header: { "Idempotency-Key": idempotencyKey ?? undefined } },
    body: {
      firstName: fields.get("firstName"),
      lastName: fields.get("lastName"),
      email: fields.get("email"),
      phone: fields.optional("phone"),
      subject: subjectOf(listing),
      message: fields.get("message"),
      source_page: url.pathname,
      website: fields.optional("website"),
      ...campaignOf(visit, fields),
    },
  });
  return answer.response.ok
    ? sent(`${url.pathname}/sent`)
    : refused(apiErrors(answer, homesTexts.question.labels));
}

/** The listing's number, and not its address: a street of which the name has a word about selling would make a seller's lead. */
function subjectOf({ listing_id }: Listing): string {
  return homesTexts.question.subject(listing_id).slice(0, 200);
}
