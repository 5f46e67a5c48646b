import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field } from "../../components/field.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { homesTexts } from "../../texts/homes.ts";

/** Tells its fields from those of the tour's form. */
export const QUESTION = "question";

/** Asks about a home. Its fields are those of `POST /api/contact`. @param action the home's own path */
export function QuestionForm({ action, form }: { action: string; form: FormState | null }) {
  const { labels } = homesTexts.question;
  const shared = { form, scope: QUESTION };
  return (
    <form method="post" action={action} class="form two-columns" data-campaign>
      <ErrorSummary {...shared} />
      <Field
        {...shared}
        name="firstName"
        label={labels.firstName}
        required
        autocomplete="given-name"
        maxLength={100}
      />
      <Field
        {...shared}
        name="lastName"
        label={labels.lastName}
        required
        autocomplete="family-name"
        maxLength={100}
      />
      <Field
        {...shared}
        name="email"
        label={labels.email}
        type="email"
        required
        autocomplete="email"
        maxLength={255}
      />
      <Field {...shared} name="phone" label={labels.phone} type="tel" autocomplete="tel" maxLength={40} />
      <Field {...shared} name="message" label={labels.message} required rows={4} maxLength={10_000} />
      <Honeypot scope={QUESTION} />
      <button class="button" type="submit">
        {homesTexts.question.submit}
      </button>
    </form>
  );
}
