import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field } from "../../components/field.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { SenderFields } from "../../components/sender-fields.tsx";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";

/** Tells its fields from those of the tour's form. */
const SCOPE = "question";

/** Asks about a home. Its fields are those of `POST /api/contact`. */
export function QuestionForm({ visit: { form, site } }: { visit: Visit }) {
  const { labels, submit } = homesTexts.question;
  const shared = { form, scope: SCOPE };
  return (
    <form method="post" class="form" data-campaign>
      <ErrorSummary {...shared} />
      <SenderFields {...shared} labels={labels} />
      <Field {...shared} name="message" label={labels.message} required rows={4} maxLength={10_000} />
      <Honeypot scope={SCOPE} />
      <FormNote site={site} />
      <button class="button" type="submit">
        {submit}
      </button>
    </form>
  );
}
