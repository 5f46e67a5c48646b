import { errorOf, type FormState, typedValue } from "../../forms/form-state.ts";
import { formTexts } from "../../texts/forms.ts";
import { toursTexts } from "../../texts/tours.ts";
import type { TourDay } from "./tour-days.ts";

type DayChipsProps = { days: readonly TourDay[]; form: FormState | null; id: string };

/** The next days as radio buttons. A day that was typed otherwise, as by a program, is kept as one more. */
export function DayChips({ days, form, id }: DayChipsProps) {
  const chosen = typedValue(form, "preferred_date");
  const error = errorOf(form, "preferred_date");
  const isOffered = chosen === "" || days.some(({ value }) => value === chosen);
  return (
    <fieldset
      class={error ? "field invalid" : "field"}
      id={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
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
        <Chip value="" isChosen={chosen === ""} label={toursTexts.anyDay} />
        {days.map(({ value, weekday, day }) => (
          <Chip key={value} value={value} isChosen={value === chosen} label={weekday} more={day} />
        ))}
        {!isOffered && <Chip value={chosen} isChosen label={chosen} isInvalid={error !== null} />}
      </div>
    </fieldset>
  );
}

type ChipProps = { value: string; isChosen: boolean; label: string; more?: string; isInvalid?: boolean };

function Chip({ value, isChosen, label, more, isInvalid = false }: ChipProps) {
  return (
    <label class="day-chip">
      <input
        type="radio"
        name="preferred_date"
        value={value}
        checked={isChosen}
        aria-invalid={isInvalid ? "true" : undefined}
      />
      <span>
        <bdi>{label}</bdi>
        {more && <small> {more}</small>}
      </span>
    </label>
  );
}
