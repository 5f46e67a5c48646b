import { firstValue, type Search } from "../../searches/search.ts";
import { rangeLabel } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";

type BoundsProps = {
  search: Search;
  /** The API's name of the property: `price` for `min_price` and `max_price`. */
  property: string;
  step?: number | "any";
};

/** The least and the most of a property. */
export function Bounds({ search, property, step = 1 }: BoundsProps) {
  return (
    <fieldset class="bounds">
      <legend>{rangeLabel(property)}</legend>
      <Bound search={search} name={`min_${property}`} label={resultTexts.min} step={step} />
      <Bound search={search} name={`max_${property}`} label={resultTexts.max} step={step} />
    </fieldset>
  );
}

type BoundProps = { search: Search; name: string; label: string; step?: number | "any" };

export function Bound({ search, name, label, step = 1 }: BoundProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        name={name}
        min={0}
        step={step}
        value={firstValue(search, name)}
      />
    </label>
  );
}
