import { Field } from "../../components/field.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { SelectField } from "../../components/select-field.tsx";
import { SenderFields } from "../../components/sender-fields.tsx";
import type { Visit } from "../../frame/visit.ts";
import { contactTexts } from "../../texts/contact.ts";
import type { Agent } from "../agents/agent.ts";

type ContactFormProps = { visit: Visit; agent: Agent | null };

/** A message to the brokerage, or to one of its people: on the contact page and on those of agents, which show its errors. */
export function ContactForm({ visit: { form, site }, agent }: ContactFormProps) {
  const { labels } = contactTexts;
  return (
    <form method="post" class="form" data-campaign>
      {agent && <input type="hidden" name="agent_slug" value={agent.slug} />}
      <SenderFields form={form} labels={labels} />
      <SelectField
        name="subject"
        label={labels.subject}
        form={form}
        options={contactTexts.topics}
        none={contactTexts.chooseTopic}
        required
      />
      <Field name="message" label={labels.message} form={form} required rows={6} maxLength={10_000} />
      <Honeypot />
      <FormNote site={site} />
      <button class="button" type="submit">
        {contactTexts.send}
      </button>
    </form>
  );
}
