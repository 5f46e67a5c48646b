import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field, fieldId } from "../../components/field.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { toursTexts } from "../../texts/tours.ts";
import { DayChips } from "./day-chips.tsx";
import type { TourDay } from "./tour-days.ts";

/** Tells its fields from those of the question's form. */
export const TOUR = "tour";

type TourFormProps = {
  /** `/homes/{id}/tour` */
  action: string;
  days: readonly TourDay[];
  form: FormState | null;
};

/** Asks for a tour of a home. Its fields are those of `POST /api/tours`. */
export function TourForm({ action, days, form }: TourFormProps) {
  const { labels } = toursTexts;
  const shared = { form, scope: TOUR };
  return (
    <form method="post" action={action} class="form">
      <ErrorSummary {...shared} />
      <DayChips days={days} form={form} id={fieldId("preferred_date", TOUR)} />
      <Field
        {...shared}
        name="preferred_time"
        label={labels.preferred_time}
        maxLength={100}
        hint={toursTexts.timeHint}
      />
      <Field {...shared} name="name" label={labels.name} required autocomplete="name" maxLength={100} />
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
      <Field {...shared} name="message" label={labels.message} rows={3} maxLength={10_000} />
      <Honeypot scope={TOUR} />
      <button class="button" type="submit">
        {toursTexts.submit}
      </button>
    </form>
  );
}
