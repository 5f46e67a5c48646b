import { generateListings } from "../../../demo/src/generate-listings.ts";
import type { ResoProperty } from "../../../demo/src/reso-property.ts";
import { normaliseReso } from "../../src/listings/index.ts";
import { publicStatuses } from "../../src/listings/statuses.ts";
import { extractTraits, type ListingTraits } from "../../src/plain-words/index.ts";

/** A listing of the demo: as a feed delivers it, and what a person who looks at it sees, in the feed's own words. */
export type SimulatedHome = {
  id: string;
  reso: ResoProperty;
  price: number;
  beds: number;
  city: string;
  subtype: string;
  /** Entries of the feed's lists: the truth that tastes are made of, not what our vocabulary finds in them. */
  entries: ReadonlySet<string>;
};

export type Market = {
  listings: SimulatedHome[];
  inTown: ReadonlyMap<string, SimulatedHome[]>;
  traits: ReadonlyMap<string, ListingTraits>;
  cities: string[];
};

const TODAY = "2026-06-15";

/** Homes for sale, made by the demo's generator and read as an import reads them. */
export function makeMarket(seed: number, count: number): Market {
  const latest = new Map<string, ResoProperty>();
  for (const record of generateListings({ seed, today: TODAY, count })) latest.set(record.ListingId, record);
  const traits = new Map<string, ListingTraits>();
  const listings: SimulatedHome[] = [];
  for (const [id, reso] of latest) {
    const item = normaliseReso(reso, 1);
    if (!("record" in item)) continue;
    // What is not public is shown to no visitor.
    if (!item.record.show_listing || !publicStatuses.some((status) => status === item.record.status))
      continue;
    traits.set(id, extractTraits(item.record));
    if (reso.PropertyType !== "Residential") continue;
    const { features, list_price, beds, city, property_subtype } = item.record;
    const home = {
      price: list_price ?? 0,
      beds: beds ?? 0,
      city: city ?? "",
      subtype: property_subtype ?? "",
    };
    listings.push({ id, reso, ...home, entries: new Set(features) });
  }
  return {
    listings,
    inTown: Map.groupBy(listings, ({ city }) => city),
    traits,
    cities: [...new Set([...latest.values()].map(({ City }) => City))],
  };
}
