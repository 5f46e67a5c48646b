import { LRUCache } from "lru-cache";
import type { IdSet } from "../../platform/id-set.ts";
import type { ListingFilters } from "./listing-query.ts";

/** Of a million listings 125 kB each. */
const SETS_KEPT = 32;

/** The listings that match the last filters, each for the version of the index that it was made from. */
export class FilterSets {
  readonly #sets = new LRUCache<string, { version: string; set: IdSet }>({ max: SETS_KEPT });

  get(filters: ListingFilters, version: string, find: () => IdSet): IdSet {
    const key = JSON.stringify(filters);
    const known = this.#sets.get(key);
    if (known?.version === version) return known.set;
    const set = find();
    this.#sets.set(key, { version, set });
    return set;
  }
}
