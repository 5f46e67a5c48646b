import { apiErrors } from "../../forms/api-errors.ts";
import type { FormFields } from "../../forms/form-fields.ts";
import { type Posted, refused, sent } from "../../forms/posted.ts";
import { notFound } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { toursTexts } from "../../texts/tours.ts";

/** Sends the form of a tour to the API. */
export async function sendTour(
  { api, params, idempotencyKey, url }: Visit,
  fields: FormFields,
): Promise<Posted> {
  const answer = await api.POST("/api/tours", {
    params: { header: { "Idempotency-Key": idempotencyKey ?? undefined } },
    body: {
      listing_id: params.listing_id ?? "",
      name: fields.get("name"),
      email: fields.get("email"),
      phone: fields.optional("phone"),
      preferred_date: fields.optional("preferred_date"),
      preferred_time: fields.optional("preferred_time"),
      message: fields.optional("message"),
      website: fields.optional("website"),
    },
  });
  if (answer.response.ok) return sent(`${url.pathname}/sent`);
  // The home went away while the form was filled in.
  return answer.response.status === 404 ? notFound() : refused(apiErrors(answer, toursTexts.labels));
}
