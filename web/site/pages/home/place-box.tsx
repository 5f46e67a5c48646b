import { shortMoney } from "../../../shared/numbers.ts";
import { Icon } from "../../icons/icon.tsx";
import type { Town } from "../../site-data.ts";
import { filterText } from "../../texts/filters.ts";
import { searchTexts } from "../../texts/frame.ts";
import { homeTexts } from "../../texts/home.ts";

const BEDS = [1, 2, 3, 4, 5];
const PRICES = [200, 300, 400, 500, 600, 750, 1000, 1500, 2000].map((thousands) => thousands * 1000);

/** A search without words, within a form of `/homes`: a town, the bedrooms and the price. */
export function PlaceBox({ towns }: { towns: readonly Town[] }) {
  const cities = [...new Set(towns.map(({ city }) => city))].sort();
  return (
    <div class="place-box">
      <Choice
        name="city"
        label={homeTexts.town}
        none={homeTexts.anyTown}
        options={cities.map((city) => [city, city])}
      />
      <Choice
        name="min_beds"
        label={homeTexts.beds}
        none={homeTexts.any}
        options={BEDS.map((least) => [String(least), filterText("min_beds", String(least))])}
      />
      <Choice
        name="max_price"
        label={homeTexts.price}
        none={homeTexts.any}
        options={PRICES.map((most) => [String(most), homeTexts.upTo(shortMoney(most))])}
      />
      <button type="submit" class="button">
        <Icon name="magnifying-glass" />
        <span>{searchTexts.submit}</span>
      </button>
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  none: string;
  options: readonly [value: string, text: string][];
};

function Choice({ name, label, none, options }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        <option value="">{none}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
