import { filterLabel, rangeLabel } from "../../texts/filters.ts";
import { resultTexts } from "../../texts/results.ts";
import { Bound, Bounds } from "./bounds.tsx";
import { Checkboxes } from "./choices.tsx";
import { allChoices, facetChoices } from "./facet-choices.ts";
import type { FoundHomes } from "./find-homes.ts";
import { Menu } from "./menu.tsx";
import { Flag, Select, TextField } from "./more-fields.tsx";

const MOST_FEATURES = 12;
const DAYS = [1, 3, 7, 14, 30, 90];

/** The parameters of the menu's fields. */
export const MORE_FIELDS = [
  "status",
  "features",
  "min_sqft",
  "max_sqft",
  "min_lot_size_acres",
  "max_lot_size_acres",
  "min_year_built",
  "max_year_built",
  "min_garage_spaces",
  "min_stories",
  "max_stories",
  "max_hoa_monthly",
  "keywords",
  "listed_within_days",
  "price_reduced_days",
  "open_house_from",
  "open_house_to",
  "new_construction",
  "has_photos",
  "include_unknown",
];

export function MoreMenu({ found }: { found: FoundHomes }) {
  const { search } = found;
  const isUsed = MORE_FIELDS.some((name) => search.filters.has(name));
  return (
    <Menu title={resultTexts.more} isUsed={isUsed} wide>
      <div class="more-fields">
        <Checkboxes
          search={search}
          name="status"
          label={filterLabel("status")}
          choices={allChoices(found, "status")}
        />
        <Checkboxes
          search={search}
          name="features"
          label={filterLabel("features")}
          choices={facetChoices(found, "features", MOST_FEATURES)}
        />
        <div class="more-bounds">
          <Bounds search={search} property="sqft" />
          <Bounds search={search} property="lot_size_acres" step="any" />
          <Bounds search={search} property="year_built" />
          <Bounds search={search} property="stories" step="any" />
          <fieldset class="bounds">
            <legend class="visually-hidden">{resultTexts.more}</legend>
            <Bound search={search} name="min_garage_spaces" label={rangeLabel("garage_spaces")} />
            <Bound search={search} name="max_hoa_monthly" label={rangeLabel("hoa_monthly")} step="any" />
          </fieldset>
        </div>
        <div class="more-bounds">
          <Select search={search} name="listed_within_days" days={DAYS} />
          <Select search={search} name="price_reduced_days" days={DAYS} />
          <fieldset class="bounds">
            <legend>{resultTexts.openHouse}</legend>
            <TextField search={search} name="open_house_from" label={resultTexts.openFrom} type="date" />
            <TextField search={search} name="open_house_to" label={resultTexts.openTo} type="date" />
          </fieldset>
          <TextField search={search} name="keywords" label={filterLabel("keywords")} type="text" />
          <Flag search={search} name="new_construction" />
          <Flag search={search} name="has_photos" />
          <Flag search={search} name="include_unknown" />
        </div>
      </div>
    </Menu>
  );
}
