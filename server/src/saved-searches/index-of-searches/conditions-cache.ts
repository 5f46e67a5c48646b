import { LRUCache } from "lru-cache";
import type { GivenFilters, PolygonArea } from "../../listings/index.ts";
import { type Conditions, type Criteria, conditionsOfSearch } from "../searches/criteria.ts";

/** Of stored filters. What is read of them takes some three times as much; areas are not kept here. */
const MOST_CHARACTERS = 4_000_000;

/**
 * A search's filters and criteria in a form that takes little memory: text, and the area that was drawn, as it takes long to read. An
 * area is compared with one home at a time, edge by edge, and so keeps no grid (`containsPoint`).
 */
export type PackedFilters = { text: string; area: PolygonArea | undefined };

export function packed(
  filters: GivenFilters,
  criteria: Criteria,
  { filters: read }: Conditions,
): PackedFilters {
  const { polygon: _given, ...given } = filters;
  const { polygon: _ofQuery, ...ofQuery } = criteria.filters;
  return { text: JSON.stringify([given, { ...criteria, filters: ofQuery }]), area: read.polygon };
}

export function unpacked({ text, area }: PackedFilters): Conditions {
  const [filters, criteria] = JSON.parse(text) as [GivenFilters, Criteria];
  return conditionsOfSearch(filters, criteria, area);
}

/** The read filters of searches that listings were compared with last. */
export class ConditionsCache {
  readonly #read = new LRUCache<number, { text: string; conditions: Conditions }>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 500,
  });

  get(id: number, filters: PackedFilters): Conditions {
    const known = this.#read.get(id);
    if (known?.text === filters.text && known.conditions.filters.polygon === filters.area)
      return known.conditions;
    const conditions = unpacked(filters);
    this.#read.set(id, { text: filters.text, conditions });
    return conditions;
  }

  delete(id: number): void {
    this.#read.delete(id);
  }
}
