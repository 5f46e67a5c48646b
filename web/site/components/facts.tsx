import type { Listing } from "../../shared/listing.ts";
import { count, decimal } from "../../shared/numbers.ts";
import { listingTexts } from "../texts/listing.ts";

type Measured = Pick<Listing, "beds" | "baths" | "sqft" | "lot_size_acres" | "property_type">;

/** Beds, baths, area: short for the eye, in full for screen readers. What is unknown is left out. */
export function Facts({ listing }: { listing: Measured }) {
  const { beds, baths, sqft, lot_size_acres: acres } = listing;
  // A lot without a building is described by its acres alone.
  const showAcres = acres !== null && (beds === null || sqft === null);
  return (
    <ul class="facts">
      {beds !== null && <Fact value={count(beds)} {...listingTexts.beds(beds)} />}
      {baths !== null && <Fact value={decimal(baths)} {...listingTexts.baths(baths)} />}
      {sqft !== null && <Fact value={count(sqft)} {...listingTexts.sqft(sqft)} />}
      {showAcres && <Fact value={decimal(acres)} {...listingTexts.acres(acres)} />}
    </ul>
  );
}

function Fact({ value, short, long }: { value: string; short: string; long: string }) {
  return (
    <li>
      <span class="fact-value">{value}</span> <span aria-hidden="true">{short}</span>
      <span class="visually-hidden">{long}</span>
    </li>
  );
}
