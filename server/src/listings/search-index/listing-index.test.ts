import { describe, expect, it } from "vitest";
import { storedHigherPrices } from "../price-reductions.ts";
import { ListingIndex, type ListingRow } from "./listing-index.ts";
import type { ListingFilters } from "./listing-query.ts";

function unplaced(id: number, price: number): ListingRow {
  return {
    id,
    revision: id,
    listingId: `MLS-${id}`,
    lat: Number.NaN,
    lng: Number.NaN,
    price,
    beds: 3,
    baths: 2,
    sqft: 1500,
    listDay: 20_000,
    acres: Number.NaN,
    yearBuilt: 1990,
    stories: 1,
    garageSpaces: 2,
    hoaMonthly: Number.NaN,
    changedAt: Number.NaN,
    newConstruction: null,
    ...storedHigherPrices([]),
    openHouses: "",
    pricePerSqft: price / 1500,
    marketSince: 20_000,
    marketDays: Number.NaN,
    city: id % 2 === 0 ? "Boise" : "Eagle",
    state: "ID",
    status: "Active",
    type: "Residential",
    source: 1,
    county: "Ada",
    zip: "83702",
    subtype: null,
    office: null,
    agent: null,
    photos: "no",
    features: [],
    address: null,
  };
}

function filled(listings: number): ListingIndex {
  const index = new ListingIndex();
  index.load(Array.from({ length: listings }, (_, nth) => unplaced(nth + 1, 1000 + nth)));
  for (const _ of index.finishLoading());
  for (const _ of index.loadCompletions());
  return index;
}

/** Processor time of changing the price of the first thousand, ten times. */
function updating(index: ListingIndex): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < 10; round++) {
    for (let id = 1; id <= 1000; id++) index.put(unplaced(id, round));
  }
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

describe("Listings without a position", () => {
  it("cost no more to change among many than among few", () => {
    const [few, many] = [filled(1000), filled(50_000)];
    updating(few);
    updating(many);
    expect(updating(many)).toBeLessThan(8 * updating(few) + 20_000);
  });

  it("come, change and go like all others", () => {
    const index = filled(2000);
    for (let id = 1; id <= 2000; id += 3) index.remove(id);
    for (let id = 2; id <= 2000; id += 3) index.put(unplaced(id, 9_000_000 + id));
    const { total, hits } = index.search({
      price: { min: 9_000_000 },
      sort: { by: "list_price", descending: true },
      offset: 0,
      limit: 3,
    });
    expect(total).toBe(667);
    expect(hits.map(({ listingId }) => listingId)).toEqual(["MLS-2000", "MLS-1997", "MLS-1994"]);
    expect(index.hitsOf([3, 4]).map(({ listingId }) => listingId)).toEqual(["MLS-3"]);
    index.put({ ...unplaced(3, 5), lat: 43.6, lng: -116.2 });
    expect(
      index.search({
        box: { minLat: 43, maxLat: 44, minLng: -117, maxLng: -116 },
        sort: { by: "list_price", descending: true },
        offset: 0,
        limit: 5,
      }).total,
    ).toBe(1);
    const counted = index.countCities(null).reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(index.size);
  });

  it("has no cities of sources without listings, and all cities when no sources are named", () => {
    for (const order of [
      [[9], null],
      [null, [9]],
    ] as const) {
      const index = filled(100);
      const counts = order.map((sources) => index.countCities(sources).length);
      expect(counts.map((count) => count > 0)).toEqual(order.map((sources) => sources === null));
    }
  });
});

describe("An index restored from the parts of another", () => {
  it("has each listing once, though listings change their places while the parts are made", () => {
    const index = filled(20_000);
    for (let id = 1; id <= 300; id++) index.remove(id);
    const parts = index.parts(20_000);
    const first = parts.next().value;
    const ids = [...first.columns.id];
    for (const [nth, id] of ids.slice(0, 200).entries()) {
      index.remove(id);
      index.put(unplaced(30_000 + nth, 5));
      index.put({ ...unplaced(id, 5), revision: 40_000 + nth });
    }
    for (const part of parts) ids.push(...part.columns.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has the same hits, cities, names of places and completions", () => {
    const index = filled(6000);
    index.put({ ...unplaced(7000, 5), address: "12 Alder Street", county: null, zip: "" });
    const copy = new ListingIndex(structuredClone(index.outline));
    for (const part of index.parts(Infinity)) copy.loadPart(structuredClone(part));
    for (const _ of copy.finishLoading());
    expect(copy.suggest("12 ald", null, 5)).toEqual([]);
    for (const _ of copy.loadCompletions());
    const query = { sort: { by: "list_price", descending: false }, offset: 0, limit: 10 } as const;
    expect(copy.search(query)).toEqual(index.search(query));
    expect(copy.search(query).hits[0]).toEqual({ id: 7000, revision: 7000, listingId: "MLS-7000" });
    expect(copy.countCities(null)).toEqual(index.countCities(null));
    expect(copy.placeNames(null)).toEqual(index.placeNames(null));
    expect(copy.suggest("12 ald", null, 5).map(({ text }) => text)).toEqual(["12 Alder Street, Boise"]);
    for (const query of ["boi", "mls-59", "12 ald", "ada"]) {
      expect(copy.suggest(query, null, 10)).toEqual(index.suggest(query, null, 10));
    }
  });

  it("finds no listing by its days where it is not known which day it is there", () => {
    const index = filled(3);
    const totalOf = (filters: ListingFilters) => index.matching(filters).length;
    for (const filter of [{ listedWithinDays: 5 }, { daysOnMarket: { max: 5 } }]) {
      expect(totalOf({ ...filter, today: { "America/Boise": 20_002 } })).toBe(3);
      expect(totalOf({ ...filter, today: { "America/Denver": 20_002 } })).toBe(0);
    }
  });
});
