import type { components } from "../../../client/src/api.generated.ts";
import type { Visit } from "../frame/visit.ts";
import type { FormFields } from "./form-fields.ts";
import { sentFrom } from "./sent-from.ts";

type ContactForm = components["schemas"]["SubmitContactFormRequest"];

/**
 * The API's contact form of a form's fields, with where it was sent from. The subject and the message are the form's own, and the agent
 * where the page is an agent's.
 */
export function contactBody(
  visit: Visit,
  fields: FormFields,
  own: Pick<ContactForm, "subject" | "message" | "agent_slug">,
): ContactForm {
  const agent = fields.optional("agent_slug");
  const phone = fields.optional("phone");
  const honeypot = fields.optional("website");
  return {
    firstName: fields.get("firstName"),
    lastName: fields.get("lastName"),
    email: fields.get("email"),
    ...(phone && { phone }),
    ...(agent && { agent_slug: agent }),
    ...(honeypot && { website: honeypot }),
    ...own,
    ...sentFrom(visit, fields),
  };
}
