import { contactBody } from "../../forms/contact-body.ts";
import type { FormFields } from "../../forms/form-fields.ts";
import type { Posted } from "../../forms/posted.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { isEnded, notFound } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { agentsTexts } from "../../texts/agents.ts";
import { contactTexts } from "../../texts/contact.ts";
import { agentOfPage } from "./agent.ts";

/** Sends a message for one person to the API, which gives them the lead. */
export async function sendToAgent(visit: Visit, fields: FormFields): Promise<Posted> {
  if (!visit.site.feature_contact_form) return notFound();
  const agent = await agentOfPage(visit);
  if (isEnded(agent)) return agent;
  const body = contactBody(visit, fields, {
    subject: fields.optional("subject") ?? agentsTexts.subject,
    message: fields.get("message"),
    agent_slug: agent.slug,
  });
  return sendOnce(visit, { to: `${visit.url.pathname}/sent`, labels: contactTexts.labels }, (header) =>
    visit.api.POST("/api/contact", { params: { header }, body }),
  );
}
