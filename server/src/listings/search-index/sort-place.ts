import type { Columns } from "./columns.ts";
import type { IdOrder } from "./id-order.ts";
import type { ListingHit, SortField, SortPlace } from "./listing-query.ts";
import { keyOf, type OrderPlace } from "./sort-order.ts";
import { sortColumns } from "./sort-orders.ts";

export type Sort = { by: SortField; descending: boolean };

/** Where a listing stands in a sort, in words that outlive the index: pages go on behind it, in any process. */
export function sortPlace(
  ordinal: number,
  { listingId, miles }: ListingHit,
  { by }: Sort,
  columns: Columns,
): SortPlace {
  const value = by === "distance_miles" ? miles : columns[sortColumns[by]][ordinal];
  return { value: value === undefined || Number.isNaN(value) ? null : value, listingId };
}

/** The same place in the index's numbers. Its listing may have changed or gone since. */
export function orderPlace({ value, listingId }: SortPlace, { descending }: Sort, ids: IdOrder): OrderPlace {
  return {
    key: keyOf(value ?? Number.NaN, descending ? -1 : 1),
    label: ids.labelThrough(listingId),
  };
}
