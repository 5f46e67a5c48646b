import type { InputHTMLAttributes } from "preact";
import { firstValue, type Search } from "../../searches/search.ts";
import { filterLabel, filterText } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";

type FieldProps = { search: Search; name: string; label: string };

export function TextField({ search, name, label, type }: FieldProps & { type: "text" | "date" }) {
  const longest = type === "text" ? { maxLength: 200 } : {};
  return (
    <label class="more-field">
      <span>{label}</span>
      <input {...({ type, name, value: firstValue(search, name), ...longest } as InputHTMLAttributes)} />
    </label>
  );
}

/** Within so many days. */
export function Select({ search, name, days }: Omit<FieldProps, "label"> & { days: readonly number[] }) {
  const used = firstValue(search, name);
  const values = days.map(String);
  const all = used === "" || values.includes(used) ? values : [...values, used];
  return (
    <label class="more-field">
      <span>{filterLabel(name)}</span>
      <select name={name}>
        <option value="">{resultTexts.any}</option>
        {all.map((value) => (
          <option key={value} value={value} selected={value === used}>
            {resultTexts.days(Number(value))}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Sends `true`, or nothing. */
export function Flag({ search, name }: Omit<FieldProps, "label">) {
  return (
    <label class="flag">
      <input type="checkbox" name={name} value="true" checked={firstValue(search, name) === "true"} />
      <span>{filterText(name, "true")}</span>
    </label>
  );
}
