import { describe, expect, it } from "vitest";
import { countFacets } from "../../src/listings/facets/count-facets.ts";
import { type BandCount, facetNames } from "../../src/listings/facets/facet-table.ts";
import type { IndexOutline, IndexPart } from "../../src/listings/search-index/index-part.ts";
import { ListingIndex, type ListingRow } from "../../src/listings/search-index/listing-index.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { naiveFacet, wrongFacetBands } from "./naive-facets.ts";
import { naiveSearch } from "./naive-search.ts";
import { changedListing, randomListing } from "./random-listings.ts";
import { randomSearch } from "./random-searches.ts";

// `npm run prove index-changes` makes 20,000 changes of 100,000 listings; others with SEED.
const SEED = Number(process.env.SEED ?? 20260615);
const LISTINGS = Number(process.env.LISTINGS ?? 6000);
const CHANGES = Number(process.env.CHANGES ?? 2000);
const CHANGES_A_ROUND = 100;
const SEARCHES_A_ROUND = 10;
const FACETED_SEARCHES_A_ROUND = 3;
const HOUR = 3_600_000;

describe(`The listing index while listings change (seed ${SEED})`, { timeout: HOUR }, () => {
  it.each(["loaded at once", "filled one by one", "restored from its parts"])(
    "%s equals a naive scan after every hundred changes",
    (how) => {
      const random = new SeededRandom(SEED);
      let index = new ListingIndex();
      const listings = new Map<number, ListingRow>();
      const count = how === "filled one by one" ? Math.min(LISTINGS, 3000) : LISTINGS;
      for (let id = 1; id <= count; id++) listings.set(id, randomListing(id, random));
      let next = count + 1;
      if (how === "filled one by one") for (const listing of listings.values()) index.put(listing);
      else {
        index.load([...listings.values()]);
        for (const _ of index.finishLoading());
      }
      if (how === "restored from its parts") {
        const taken: IndexPart[] = [];
        const before = new Map(listings);
        for (const part of index.parts(Infinity)) {
          taken.push(structuredClone(part));
          for (let nth = 0; nth < CHANGES_A_ROUND; nth++) next = change(index, listings, next, random);
        }
        index = restored(index.outline, taken);
        for (let id = 1; id < next; id++) {
          const listing = listings.get(id);
          if (listing === before.get(id)) continue;
          if (listing) index.put(listing);
          else index.remove(id);
        }
      }
      for (let round = 0; round * CHANGES_A_ROUND < CHANGES; round++) {
        for (let nth = 0; nth < CHANGES_A_ROUND; nth++) next = change(index, listings, next, random);
        expect(index.size).toBe(listings.size);
        const all = [...listings.values()];
        for (let nth = 0; nth < SEARCHES_A_ROUND; nth++) {
          const query = randomSearch(all, random);
          const { total, hits, next } = index.search(query);
          const found = { total, ids: hits.map(({ id }) => id), next };
          expect(found, JSON.stringify(query)).toEqual(naiveSearch(all, query));
        }
        for (let nth = 0; nth < FACETED_SEARCHES_A_ROUND; nth++) {
          const query = randomSearch(all, random);
          const facets = countFacets(index.counted, query, facetNames);
          for (const name of facetNames) {
            const found = facets[name];
            const where = `${name} of ${JSON.stringify(query)}`;
            if (name === "price" || name === "year_built")
              expect(wrongFacetBands(all, query, { name, bands: found as BandCount[] }), where).toBeNull();
            else expect(found, where).toEqual(naiveFacet(all, query, name));
          }
        }
        const everything = naiveSearch(all, { ...NEWEST, offset: 0, limit: all.length }).ids;
        expect([...index.matching(NEWEST)].sort((a, b) => a - b)).toEqual(everything.sort((a, b) => a - b));
        expect([...index.matchingSet(NEWEST).toArray()]).toEqual(everything);
        expect(index.countCities(null)).toEqual(citiesOf(all));
      }
    },
  );
});

function restored(outline: IndexOutline, parts: readonly IndexPart[]): ListingIndex {
  const index = new ListingIndex(structuredClone(outline));
  for (const part of parts) index.loadPart(part);
  for (const _ of index.finishLoading());
  return index;
}

const NEWEST = { status: "Active", sort: { by: "list_date", descending: true } } as const;

/** One listing comes, goes or changes. @returns the next new id. */
function change(
  index: ListingIndex,
  listings: Map<number, ListingRow>,
  next: number,
  random: SeededRandom,
): number {
  const id = random.integer(1, next - 1);
  const listing = listings.get(id);
  if (listing === undefined || random.chance(0.2)) {
    const fresh = randomListing(next, random);
    listings.set(next, fresh);
    index.put(fresh);
    return next + 1;
  }
  if (random.chance(0.15)) {
    listings.delete(id);
    index.remove(id);
    return next;
  }
  const changed = changedListing(listing, random);
  listings.set(id, changed);
  index.put(changed);
  return next;
}

function citiesOf(listings: readonly ListingRow[]) {
  const counts = new Map<string, number>();
  for (const { city, status } of listings) {
    if (city === null || status !== "Active") continue;
    const name = city === "BOISE" ? "Boise" : city;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([city, count]) => ({ city, count })).sort((a, b) => (a.city < b.city ? -1 : 1));
}
