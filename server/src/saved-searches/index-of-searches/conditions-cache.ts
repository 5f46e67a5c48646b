import { LRUCache } from "lru-cache";
import type { GivenFilters } from "../../listings/index.ts";
import { type Conditions, type Criteria, conditionsOfSearch } from "../searches/criteria.ts";

/** Of stored filters: areas that are prepared for comparisons take some ten times as much. */
const MOST_CHARACTERS = 4_000_000;

/** The read filters of searches that listings were compared with last. */
export class ConditionsCache {
  readonly #read = new LRUCache<number, { text: string; conditions: Conditions }>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 500,
  });

  get(id: number, text: string): Conditions {
    const known = this.#read.get(id);
    if (known?.text === text) return known.conditions;
    const [filters, criteria] = JSON.parse(text) as [GivenFilters, Criteria];
    const conditions = conditionsOfSearch(filters, criteria);
    this.#read.set(id, { text, conditions });
    return conditions;
  }

  delete(id: number): void {
    this.#read.delete(id);
  }
}
