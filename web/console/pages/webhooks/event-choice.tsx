import type { ApiError } from "../../app/api-error.ts";
import { CheckField } from "../../components/check-field.tsx";
import { optionsOf } from "../../components/field.tsx";
import { eventNames } from "./event-names.ts";

/** The events that are sent. */
export function EventChoice({ chosen, error }: { chosen: readonly string[]; error: ApiError | null }) {
  return (
    <fieldset>
      <legend className="legend">Events</legend>
      {error?.fields.events && <p className="field-error">{error.fields.events}</p>}
      <div className="check-list">
        {optionsOf(eventNames).map(({ value, label }) => (
          <CheckField
            key={value}
            name="events"
            value={value}
            label={label}
            hint={<code>{value}</code>}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The chosen events of a form, in the order of the list. */
export function chosenEvents(form: FormData) {
  return form.getAll("events") as (keyof typeof eventNames)[];
}
