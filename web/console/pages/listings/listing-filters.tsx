import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { searchParameter } from "../../../shared/search-parameters.ts";
import { ApiError } from "../../app/api-error.ts";
import { Icon } from "../../icons/icon.tsx";
import { FilterField } from "./filter-field.tsx";
import { ListingOrder } from "./listing-order.tsx";
import {
  countFilters,
  formParameters,
  hasArea,
  type ListingSearch,
  searchOfForm,
  withoutArea,
} from "./listing-search.ts";

/** The filters that are needed most; all others are folded. */
const first = ["listing_ids", "keywords", "city", "zip", "status", "min_price", "max_price", "min_beds"];
const shown = first.map((name) => searchParameter(name)).filter((parameter) => parameter !== null);
const others = formParameters.filter(({ name }) => !first.includes(name));

/** The filters of the website's search. What is found stands in the address. */
export function ListingFilters({ search, error }: { search: ListingSearch; error: unknown }) {
  const navigate = useNavigate({ from: "/listings" });
  const isSetInOthers = others.some(({ name }) => search[name] !== undefined);
  const [isOpen, setOpen] = useState(isSetInOthers);
  const refusal = error instanceof ApiError && error.status === 422 ? error : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate({ search: searchOfForm(new FormData(event.currentTarget), search) });
  };
  return (
    // What is in the fields is what the address says, also after "Back".
    <form
      key={JSON.stringify(search)}
      className="panel listing-filters"
      onSubmit={submit}
      aria-label="Filters"
    >
      <div className="fields-in-columns">
        {shown.map((parameter) => (
          <FilterField key={parameter.name} parameter={parameter} search={search} error={refusal} />
        ))}
        <ListingOrder search={search} />
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>All filters</summary>
        <div className="fields-in-columns more-filters">
          {others.map((parameter) => (
            <FilterField key={parameter.name} parameter={parameter} search={search} error={refusal} />
          ))}
        </div>
      </details>
      <div className="actions">
        <button type="submit" className="button">
          <Icon name="magnifying-glass" />
          Search
        </button>
        {countFilters(search) > 0 && (
          <button type="button" className="button quiet" onClick={() => void navigate({ search: {} })}>
            Clear
          </button>
        )}
        {hasArea(search) && (
          <button
            type="button"
            className="button quiet"
            onClick={() => void navigate({ search: withoutArea(search) })}
          >
            <Icon name="x" />
            Area of the map
          </button>
        )}
      </div>
    </form>
  );
}
