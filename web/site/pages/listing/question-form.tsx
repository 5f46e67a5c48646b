import { Field } from "../../components/field.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { SenderFields } from "../../components/sender-fields.tsx";
import type { Visit } from "../../frame/visit.ts";
import { homesTexts } from "../../texts/homes.ts";

/** Tells its fields from those of the tour's form. */
export const QUESTION = "question";

/** Asks about a home. Its fields are those of `POST /api/contact`. The page shows its errors at the top. */
export function QuestionForm({ visit: { form, site } }: { visit: Visit }) {
  const { labels, submit } = homesTexts.question;
  const shared = { form, scope: QUESTION };
  return (
    <form method="post" class="form" data-campaign>
      <SenderFields {...shared} labels={labels} />
      <Field {...shared} name="message" label={labels.message} required rows={4} maxLength={10_000} />
      <Honeypot scope={QUESTION} />
      <FormNote site={site} />
      <button class="button" type="submit">
        {submit}
      </button>
    </form>
  );
}
