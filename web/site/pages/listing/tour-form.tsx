import { CampaignFields } from "../../components/campaign-fields.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field, fieldId } from "../../components/field.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { SenderFields } from "../../components/sender-fields.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { SiteData } from "../../site-data.ts";
import { toursTexts } from "../../texts/tours.ts";
import { DayChips } from "./day-chips.tsx";
import type { TourDay } from "./tour-days.ts";

/** Tells its fields from those of the question's form. */
const SCOPE = "tour";

type TourFormProps = {
  /** `/homes/{id}/tour`, on another page than that. */
  action?: string;
  days: readonly TourDay[];
  form: FormState | null;
  site: SiteData;
};

/** Asks for a tour of a home. Its fields are those of `POST /api/tours`. */
export function TourForm({ action, days, form, site }: TourFormProps) {
  const { labels } = toursTexts;
  const shared = { form, scope: SCOPE };
  return (
    <form method="post" action={action} class="form" data-campaign>
      <ErrorSummary {...shared} />
      <CampaignFields form={form} />
      <DayChips days={days} form={form} id={fieldId("preferred_date", SCOPE)} />
      <Field
        {...shared}
        name="preferred_time"
        label={labels.preferred_time}
        maxLength={100}
        hint={toursTexts.timeHint}
      />
      <SenderFields {...shared} labels={labels} />
      <Field {...shared} name="message" label={labels.message} rows={3} maxLength={10_000} />
      <Honeypot scope={SCOPE} />
      <FormNote site={site} />
      <button class="button" type="submit">
        {toursTexts.submit}
      </button>
    </form>
  );
}
