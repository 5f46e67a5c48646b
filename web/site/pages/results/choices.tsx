import { count } from "../../../shared/numbers.ts";
import { firstValue, type Search, valuesOf } from "../../searches/search.ts";
import { resultTexts } from "../../texts/results.ts";

export type Choice = {
  value: string;
  text: string /** Homes with it; null when that is not known. */;
  count: number | null;
};

type ChoicesProps = { search: Search; name: string; label: string; choices: readonly Choice[] };

/** Any number of values. Those in use are shown even if no home has them. */
export function Checkboxes({ search, name, label, choices }: ChoicesProps) {
  const used = valuesOf(search, name).map((value) => value.toLowerCase());
  const known = new Set(choices.map(({ value }) => value.toLowerCase()));
  const others = valuesOf(search, name).filter((value) => !known.has(value.toLowerCase()));
  const all = [...choices, ...others.map((value) => ({ value, text: value, count: null }))];
  if (all.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {all.map((choice) => (
        <label key={choice.value}>
          <input
            type="checkbox"
            name={name}
            value={choice.value}
            checked={used.includes(choice.value.toLowerCase())}
          />
          <ChoiceText choice={choice} />
        </label>
      ))}
    </fieldset>
  );
}

/** One value or none. */
export function Radios({ search, name, label, choices }: ChoicesProps) {
  const used = firstValue(search, name);
  const isOther = used !== "" && !choices.some(({ value }) => value === used);
  const any = { value: "", text: resultTexts.any, count: null };
  const all = [any, ...choices, ...(isOther ? [{ value: used, text: `${used}+`, count: null }] : [])];
  return (
    <fieldset class="choices radios">
      <legend>{label}</legend>
      {all.map((choice) => (
        <label key={choice.value}>
          <input type="radio" name={name} value={choice.value} checked={choice.value === used} />
          <ChoiceText choice={choice} />
        </label>
      ))}
    </fieldset>
  );
}

function ChoiceText({ choice: { text, count: homes } }: { choice: Choice }) {
  return (
    <span>
      <bdi>{text}</bdi>
      {homes !== null && <span class="quiet tabular"> {count(homes)}</span>}
    </span>
  );
}
