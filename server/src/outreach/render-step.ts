import { type PlaceholderValues, renderSubject, renderTemplate } from "../drips/index.ts";
import type { MailRecipient } from "../leads/index.ts";
import { displayPhone } from "../platform/phone.ts";
import type { People } from "./people.ts";

export type StepTemplates = { subject_template: string; body_template: string };

/** A rendered step, without the footer of every mail. */
export type RenderedStep = { subject: string; body: string; replyTo: string | null };

/**
 * Renders a step for a lead. Replies go to its agent, or to the brokerage's owner without one (SPEC: Drip sending
 * rules; decisions.md: Lead settings).
 */
export function renderStep(
  step: StepTemplates,
  lead: Pick<MailRecipient, "first_name" | "last_name">,
  { agent, brokerage, owner }: People,
): RenderedStep {
  const values: PlaceholderValues = {
    first_name: nameOrNothing(lead.first_name),
    last_name: nameOrNothing(lead.last_name),
    agent_name: agent?.name ?? null,
    agent_phone: displayPhone(agent?.phone ?? null),
    agent_email: agent?.email ?? null,
    brokerage_name: brokerage,
    brokerage_phone: displayPhone(owner?.phone ?? null),
  };
  return {
    // A template with only placeholders may be empty; mail without a subject looks like spam.
    subject: renderSubject(step.subject_template, values) || brokerage,
    body: renderTemplate(step.body_template, values),
    replyTo: agent?.email ?? owner?.email ?? null,
  };
}

const MAX_NAME_LENGTH = 100;
/** What mail programs turn into a link: a URL, an email address, or text that looks like a domain; not `St.Clair`. */
const LINK = /https?:|www\.|:\/\/|\S@\S{1,100}\.\S|[\p{L}\d-]{3}\.\p{L}{2}|\.\p{L}{2,}\//iu;

/**
 * A form accepts any address under any name. A name with a link would turn the mail to that address into an
 * advertisement.
 */
function nameOrNothing(name: string): string | null {
  return name.length > MAX_NAME_LENGTH || LINK.test(name) ? null : name;
}
