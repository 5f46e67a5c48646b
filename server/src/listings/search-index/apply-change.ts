import { dayNumber } from "../../platform/clock.ts";
import { type DaysOnMarket, daysOnMarket, wholeNumber } from "../listing-fields.ts";
import { zoneAt } from "../local-day.ts";
import { placedOpenHouse, storedOpenHouses } from "../open-houses/placed-open-houses.ts";
import { higherPrices, storedHigherPrices } from "../price-reductions.ts";
import { type PublicEvent, publicHistory } from "../public-history.ts";
import { shownFields } from "../rules/shown-fields.ts";
import type { SourceStates } from "../rules/source-states.ts";
import type { ChangedListing } from "./changed-listings.sql.ts";
import { featureWords, HIDDEN_FEATURES } from "./feature-words.ts";
import type { ListingIndex, ListingRow } from "./listing-index.ts";

/** Brings a change into the index, as the rules of its source allow it. */
export function applyChange(index: ListingIndex, change: ChangedListing, sources: SourceStates): void {
  if (change.listing_id === null) index.remove(change.id);
  else index.put(indexedRow(change, change.listing_id, sources));
}

/** Reads the sources again when one of them is new to this process: it may have rules already. */
export async function learnSources(sources: SourceStates, changes: readonly ChangedListing[]): Promise<void> {
  if (changes.some(({ source_id }) => source_id > 0 && !sources.of(source_id))) await sources.refresh();
}

/** What the index has of a listing: what its source hides is missing, so that no filter finds it and no sort shows it. */
export function indexedRow(change: ChangedListing, listingId: string, sources: SourceStates): ListingRow {
  const days: DaysOnMarket | null = daysOnMarket(change);
  const history = publicHistory(change.history ?? []);
  const hidden = sources.hiddenOf(change.source_id);
  const row = toRow(shownFields({ ...change, days, history }, hidden), listingId);
  return hidden?.has("features") ? { ...row, features: HIDDEN_FEATURES } : row;
}

type ShownListing = Omit<ChangedListing, "history"> & { days: DaysOnMarket | null; history: PublicEvent[] };

function toRow(change: ShownListing, listingId: string): ListingRow {
  const { days, list_price, sqft } = change;
  const located = change.latitude !== null && change.longitude !== null;
  return {
    id: change.id,
    revision: change.revision,
    listingId,
    lat: located ? (change.latitude as number) : Number.NaN,
    lng: located ? (change.longitude as number) : Number.NaN,
    price: change.list_price ?? Number.NaN,
    beds: change.beds ?? Number.NaN,
    baths: change.baths ?? Number.NaN,
    sqft: change.sqft ?? Number.NaN,
    listDay: change.list_date === null ? Number.NaN : dayNumber(change.list_date),
    city: change.city,
    state: change.state,
    status: change.status,
    type: change.property_type,
    source: change.source_id,
    acres: change.lot_size_acres ?? Number.NaN,
    yearBuilt: change.year_built ?? Number.NaN,
    stories: wholeNumber(change.stories) ?? Number.NaN,
    garageSpaces: wholeNumber(change.garage_spaces) ?? Number.NaN,
    pricePerSqft: list_price !== null && sqft ? list_price / sqft : Number.NaN,
    hoaMonthly: change.hoa_monthly ?? Number.NaN,
    changedAt: change.changed_at ?? Number.NaN,
    newConstruction: change.new_construction === null ? null : yesOrNo(change.new_construction),
    marketSince: days && "since" in days ? days.since : Number.NaN,
    marketDays: (days && "fixed" in days ? days.fixed : null) ?? Number.NaN,
    ...storedHigherPrices(higherPrices(list_price, change.history)),
    openHouses: openHousesOf(change),
    county: change.county,
    zip: change.zip,
    subtype: change.property_subtype,
    office: change.office_name,
    agent: change.agent_name,
    photos: change.has_photos === null ? null : yesOrNo(change.has_photos),
    features: featureWords(change.features ?? []),
    address: change.address,
  };
}

function openHousesOf({ open_houses, latitude, longitude, state }: ShownListing): string {
  if (!open_houses) return "";
  const zone = zoneAt(latitude, longitude, state);
  return storedOpenHouses(open_houses.map((row) => placedOpenHouse(row, zone)));
}

function yesOrNo(value: boolean): "yes" | "no" {
  return value ? "yes" : "no";
}
