import { useState } from "react";
import { SelectField } from "../../components/field.tsx";
import { withOption } from "../../components/select-options.ts";
import type { ListingSearch } from "./listing-search.ts";

const orders = [
  { value: "", label: "Newest first" },
  { value: "list_date asc", label: "Oldest first" },
  { value: "list_price asc", label: "Lowest price first" },
  { value: "list_price desc", label: "Highest price first" },
  { value: "sqft desc", label: "Largest first" },
] as const;

/** The order of the list: two parameters of the API. */
export function ListingOrder({ search: { sort_by, sort_order = "desc" } }: { search: ListingSearch }) {
  const [order, setOrder] = useState(sort_by === undefined ? "" : `${sort_by} ${sort_order}`);
  const [by, direction] = order.split(" ");
  return (
    <>
      <SelectField
        name="order"
        label="Order"
        // The two fields below are sent in its place.
        form=""
        options={withOption(orders, order, order.replaceAll("_", " "))}
        value={order}
        onChange={({ currentTarget }) => setOrder(currentTarget.value)}
      />
      {order !== "" && (
        <>
          <input type="hidden" name="sort_by" value={by} />
          <input type="hidden" name="sort_order" value={direction} />
        </>
      )}
    </>
  );
}
