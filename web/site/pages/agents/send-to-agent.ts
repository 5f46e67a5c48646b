import { apiErrors } from "../../forms/api-errors.ts";
import { campaignOf } from "../../forms/campaign.ts";
import type { FormFields } from "../../forms/form-fields.ts";
import { type Posted, refused, sent } from "../../forms/posted.ts";
import { notFound } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { agentsTexts } from "../../texts/agents.ts";
import { findAgent } from "./agent.ts";

/** Sends a message for one person to the API, which gives them the lead. */
export async function sendToAgent(visit: Visit, fields: FormFields): Promise<Posted> {
  const { api, site, params, url, idempotencyKey } = visit;
  const agent = site.feature_contact_form ? await findAgent(visit, params.slug ?? "") : null;
  if (!agent) return notFound();
  const answer = await api.POST("/api/contact", {
    params: { header: { "Idempotency-Key": idempotencyKey ?? undefined } },
    body: {
      firstName: fields.get("firstName"),
      lastName: fields.get("lastName"),
      email: fields.get("email"),
      phone: fields.optional("phone"),
      subject: agentsTexts.subject,
      message: fields.get("message"),
      agent_slug: agent.slug,
      source_page: url.pathname,
      website: fields.optional("website"),
      ...campaignOf(visit, fields),
    },
  });
  return answer.response.ok ? sent(`${url.pathname}/sent`) : refused(apiErrors(answer, agentsTexts.labels));
}
