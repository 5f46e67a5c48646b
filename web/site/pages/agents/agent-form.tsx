import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field } from "../../components/field.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { agentsTexts } from "../../texts/agents.ts";

/** Writes to one person. Its fields are those of `POST /api/contact`. */
export function AgentForm({ action, form }: { action: string; form: FormState | null }) {
  const { labels } = agentsTexts;
  return (
    <form method="post" action={action} class="form two-columns" data-campaign>
      <ErrorSummary form={form} />
      <Field
        form={form}
        name="firstName"
        label={labels.firstName}
        required
        autocomplete="given-name"
        maxLength={100}
      />
      <Field
        form={form}
        name="lastName"
        label={labels.lastName}
        required
        autocomplete="family-name"
        maxLength={100}
      />
      <Field
        form={form}
        name="email"
        label={labels.email}
        type="email"
        required
        autocomplete="email"
        maxLength={255}
      />
      <Field form={form} name="phone" label={labels.phone} type="tel" autocomplete="tel" maxLength={40} />
      <Field form={form} name="message" label={labels.message} required rows={5} maxLength={10_000} />
      <Honeypot />
      <button class="button" type="submit">
        {agentsTexts.submit}
      </button>
    </form>
  );
}
