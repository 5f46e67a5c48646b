import { errorOf, type FormState, typedValue } from "../../forms/form-state.ts";
import { formTexts } from "../../texts/forms.ts";
import { toursTexts } from "../../texts/tours.ts";
import type { TourDay } from "./tour-days.ts";

type DayChipsProps = {
  days: readonly TourDay[];
  form: FormState | null;
  /** Of the chosen day: links to the field move the focus to it. */
  id: string;
};

/** The next days as radio buttons. A day that was typed otherwise, as by a program, is kept as one more. */
export function DayChips({ days, form, id }: DayChipsProps) {
  const chosen = typedValue(form, "preferred_date");
  const error = errorOf(form, "preferred_date");
  const isOffered = chosen === "" || days.some(({ value }) => value === chosen);
  return (
    <fieldset class={error ? "field invalid" : "field"} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {toursTexts.labels.preferred_date}
        <span class="optional"> ({formTexts.optional})</span>
      </legend>
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <div class="day-chips">
        <Chip value="" id={chosen === "" && id} label={toursTexts.anyDay} />
        {days.map(({ value, weekday, day }) => (
          <Chip key={value} value={value} id={value === chosen && id} label={weekday} more={day} />
        ))}
        {!isOffered && <Chip value={chosen} id={id} label={chosen} isInvalid={error !== null} />}
      </div>
    </fieldset>
  );
}

type ChipProps = {
  value: string;
  /** Of the chosen one; false for the others. */
  id: string | false;
  label: string;
  more?: string;
  isInvalid?: boolean;
};

function Chip({ value, id, label, more, isInvalid = false }: ChipProps) {
  return (
    <label class="day-chip">
      <input
        type="radio"
        name="preferred_date"
        value={value}
        id={id || undefined}
        checked={id !== false}
        aria-invalid={isInvalid ? "true" : undefined}
      />
      <span>
        <bdi>{label}</bdi>
        {more && <small> {more}</small>}
      </span>
    </label>
  );
}
