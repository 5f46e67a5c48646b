import { money } from "../../../shared/numbers.ts";

type Label = { listing_id: string; address: string | null; city: string | null; list_price: number | null };

/** A home in one line: its address and price, or its number where it is not shown any more. */
export function ListingLine({ home: { listing_id, address, city, list_price } }: { home: Label }) {
  const place = [address, city].filter(Boolean).join(", ");
  return (
    <span className="listing-line">
      <bdi>{place || `Listing ${listing_id}`}</bdi>
      {list_price !== null && <span className="muted"> {money(list_price)}</span>}
    </span>
  );
}
