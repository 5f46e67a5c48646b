import { describe, expect, it } from "vitest";
import { momentOf, SingleListing } from "../../src/listings/index.ts";
import { KeywordMatches } from "../../src/listings/keywords/keyword-search.ts";
import { ListingIndex, type ListingRow } from "../../src/listings/search-index/listing-index.ts";
import { IdSet } from "../../src/platform/id-set.ts";
import {
  type IndexedSearch,
  SavedSearchIndex,
} from "../../src/saved-searches/index-of-searches/saved-search-index.ts";
import { conditionsOfSearch, filtersAt } from "../../src/saved-searches/searches/criteria.ts";
import { changedListing, NOW, randomListing } from "../index-oracle/random-listings.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { randomSavedSearch, WORDS } from "./random-saved-searches.ts";

// `npm run prove saved-searches` compares 20,000 changes with 5,000 searches; others with SEED.
const SEED = Number(process.env.SEED ?? 20260615);
const SEARCHES = Number(process.env.SEARCHES ?? 400);
const CHANGES = Number(process.env.CHANGES ?? 1000);
const LISTINGS = Number(process.env.LISTINGS ?? 500);
const CHANGES_A_ROUND = 100;
const SEARCHES_A_ROUND = Math.max(5, SEARCHES / 100);
const HOUR = 3_600_000;

describe(`the index of searches (seed ${SEED})`, { timeout: 2 * HOUR }, () => {
  it("finds for each changed listing the searches that running all of them finds, while searches change too", () => {
    const random = new SeededRandom(SEED);
    const moment = momentOf(new Date(NOW));
    const listings = new Map<number, ListingRow>();
    const words = new Map<number, ReadonlySet<string>>();
    const everything = new ListingIndex();
    const put = (row: ListingRow) => {
      listings.set(row.id, row);
      words.set(row.id, new Set(WORDS.filter((_, nth) => random.chance(1 / (nth + 1)))));
      everything.put(row);
    };
    for (let id = 1; id <= LISTINGS; id++) put(randomListing(id, random));

    const index = new SavedSearchIndex();
    const searches = new Map<number, IndexedSearch>();
    let next = 1;
    const save = (id: number) => {
      const search = randomSavedSearch(id, [...listings.values()], random);
      searches.set(id, search);
      index.put(search);
    };
    while (next <= SEARCHES) save(next++);

    /** Runs every search on all listings. @returns the searches that match, for each of the listings. */
    const run = (ids: ReadonlySet<number>): Map<number, number[]> => {
      const found = new Map<number, number[]>([...ids].map((id) => [id, []]));
      for (const { id, filters: given, criteria } of searches.values()) {
        const { keywords, ...conditions } = conditionsOfSearch(given, criteria);
        const filters = filtersAt(conditions, moment, null);
        const matching = everything.matchingSet(
          keywords === null ? filters : { ...filters, keywords: listingsWith(keywords, words) },
        );
        for (const listing of ids) if (matching.has(listing)) found.get(listing)?.push(id);
      }
      return found;
    };

    const single = new SingleListing({} as ConstructorParameters<typeof SingleListing>[0]);
    let matches = 0;
    for (let change = 0; change < CHANGES; change += CHANGES_A_ROUND) {
      const changed = new Set<number>();
      while (changed.size < CHANGES_A_ROUND) {
        const id = random.integer(1, LISTINGS);
        put(changedListing(listings.get(id) as ListingRow, random));
        changed.add(id);
      }
      for (let nth = 0; nth < SEARCHES_A_ROUND; nth++) {
        const id = random.pick([...searches.keys()]);
        if (random.chance(0.3)) {
          index.remove(id);
          searches.delete(id);
          save(next++);
        } else save(id);
      }
      const expected = run(changed);
      for (const id of changed) {
        const row = listings.get(id) as ListingRow;
        const own = words.get(id) as ReadonlySet<string>;
        single.setRow(row, own);
        const found = index
          .candidates(
            row,
            () => own,
            () => true,
          )
          .filter((search) => {
            const { keywords, ...conditions } = index.conditionsOf(search);
            return single.matches(filtersAt(conditions, moment, null), keywords);
          })
          .map((search) => search.id);
        matches += found.length;
        expect(
          found.toSorted((a, b) => a - b),
          JSON.stringify(row),
        ).toEqual(expected.get(id)?.toSorted((a, b) => a - b));
      }
    }
    expect(matches).toBeGreaterThan(CHANGES);
  });
});

function listingsWith(keywords: readonly string[], words: ReadonlyMap<number, ReadonlySet<string>>) {
  const ids = [...words].filter(([, own]) => keywords.every((word) => own.has(word))).map(([id]) => id);
  return new KeywordMatches(keywords, IdSet.from(ids.toSorted((a, b) => a - b)), {
    version: "",
    isWhole: true,
  });
}
