import { refuseProtectedTerms } from "../../fair-housing/index.ts";
import { listingFeatures as features, propertyTypes } from "../../models/index.ts";
import { cityByName, featureByEntry, findFeatures, propertyTypeByName } from "../../plain-words/index.ts";
import { FILTER_WEIGHT, QUERY_WEIGHT } from "./confidence.ts";
import type { VisitorEvent } from "./events.ts";
import { type FilterKind, filterKind } from "./filter-names.ts";
import { isCleared, moneyIn, priceRangeIn, roomsIn, textsIn } from "./filter-values.ts";
import { parseQuery, type QueryCriteria } from "./parse-query.ts";

/** One end of a range or a minimum that the visitor set, and the weight of that setting. */
type Setting = { value: number; weight: number };

/** What a visitor asked for explicitly: by filters, where the last setting counts, and by search queries. */
export type ExplicitCriteria = {
  price: { min: Setting | null; max: Setting | null };
  bedrooms: Setting | null;
  bathrooms: Setting | null;
  /** Weights by city or key. */
  cities: Map<string, number>;
  features: Map<string, number>;
  property_types: Map<string, number>;
  unwanted: {
    cities: Map<string, number>;
    features: Map<string, number>;
    property_types: Map<string, number>;
  };
};

type ListKind = "cities" | "features" | "property_types";

/** Unreadable values of a list filter are skipped, at most this many. */
const MAX_UNREADABLE = 20;
/** Filters named after features that are evaluated. */
const MAX_FEATURE_FILTERS = 100;
/** Distinct queries that are evaluated, the latest first. */
const MAX_QUERIES = 40;

/** Extracts the explicit criteria from filters and queries. Events must be in chronological order. */
export function explicitCriteria(
  events: readonly VisitorEvent[],
  cities: readonly string[],
): ExplicitCriteria {
  return new CriteriaReader(cities, latestQueries(events)).read(events);
}

/** A repeated query carries no new information: each distinct text counts once, at its last position. */
function latestQueries(events: readonly VisitorEvent[]): Set<VisitorEvent> {
  const latest = new Map<string, VisitorEvent>();
  for (let index = events.length - 1; index >= 0 && latest.size < MAX_QUERIES; index--) {
    const event = events[index] as VisitorEvent;
    if (event.type !== "search_query" || typeof event.query !== "string") continue;
    const text = event.query.slice(0, 300).trim().toLowerCase();
    if (!latest.has(text)) latest.set(text, event);
  }
  return new Set(latest.values());
}

class CriteriaReader {
  readonly #cities: readonly string[];
  readonly #queries: ReadonlySet<VisitorEvent>;
  readonly #criteria: ExplicitCriteria = {
    price: { min: null, max: null },
    bedrooms: null,
    bathrooms: null,
    cities: new Map(),
    features: new Map(),
    property_types: new Map(),
    unwanted: { cities: new Map(), features: new Map(), property_types: new Map() },
  };
  /** The values of each list filter in order: the last readable one counts. */
  readonly #lists: Record<ListKind, unknown[]> = { cities: [], features: [], property_types: [] };
  /** State (on or off) of filters that are named after a feature, by feature; and the feature by filter name. */
  readonly #featureFilters = new Map<string, boolean>();
  readonly #featureByFilter = new Map<string, string | undefined>();

  constructor(cities: readonly string[], queries: ReadonlySet<VisitorEvent>) {
    this.#cities = cities;
    this.#queries = queries;
  }

  read(events: readonly VisitorEvent[]): ExplicitCriteria {
    for (const event of events) {
      if (event.type === "filter_change" && typeof event.filter === "string")
        this.#applyFilter(event.filter, event.value);
      else if (event.type === "search_query" && this.#queries.has(event))
        this.#applyQuery(parseQuery(event.query, this.#cities));
    }
    for (const kind of ["cities", "features", "property_types"] as const) {
      for (const key of this.#lastList(kind)) add(this.#criteria[kind], key, FILTER_WEIGHT);
    }
    for (const [key, on] of this.#featureFilters) if (on) add(this.#criteria.features, key, FILTER_WEIGHT);
    return this.#criteria;
  }

  #applyFilter(name: string, value: unknown): void {
    const kind = filterKind(name);
    if (kind === undefined) this.#applyFeatureFilter(name, value);
    else if (kind === "cities" || kind === "features" || kind === "property_types")
      this.#lists[kind].push(value);
    else this.#set(kind, value);
  }

  #set(kind: Exclude<FilterKind, ListKind>, value: unknown): void {
    const { price } = this.#criteria;
    const cleared = isCleared(value);
    if (kind === "price") {
      const range = cleared ? { min: null, max: null } : priceRangeIn(value);
      if (range) Object.assign(price, { min: filtered(range.min), max: filtered(range.max) });
      return;
    }
    const number = kind === "bedrooms" || kind === "bathrooms" ? roomsIn(value) : moneyIn(value);
    if (number === null && !cleared) return;
    const set = cleared ? null : filtered(number);
    if (kind === "price_min") this.#setEnd("min", set);
    else if (kind === "price_max") this.#setEnd("max", set);
    else this.#criteria[kind] = set;
  }

  /** An end that contradicts the new one belonged to another range, and is cleared. */
  #setEnd(end: "min" | "max", set: Setting | null): void {
    const { price } = this.#criteria;
    price[end] = set;
    if (!price.min || !price.max || price.min.value <= price.max.value) return;
    price[end === "min" ? "max" : "min"] = null;
  }

  /** Evaluated once at the end, latest value first: most settings are replaced by later ones. */
  #lastList(kind: ListKind): Set<string> {
    for (const value of this.#lists[kind].slice(-MAX_UNREADABLE).reverse()) {
      if (isCleared(value)) break;
      const keys = textsIn(value).flatMap((text) => this.#keysOf(kind, text));
      if (keys.length > 0) return new Set(keys);
    }
    return new Set();
  }

  #keysOf(kind: ListKind, text: string): string[] {
    if (kind === "cities") return present(cityByName(text.replace(/, *[a-z]{2}$/i, ""), this.#cities));
    const key = text.toLowerCase().replaceAll(/[\s-]+/g, "_");
    if (kind === "property_types") {
      return Object.hasOwn(propertyTypes, key) ? [key] : present(propertyTypeByName(text) ?? undefined);
    }
    if (Object.hasOwn(features, key)) return [key];
    const { text: words } = refuseProtectedTerms(text.replaceAll("_", " "));
    return [...new Set([...present(featureByEntry(words)), ...findFeatures(words)])];
  }

  /** A filter named after a feature: `pool`, `has_pool`, `waterfront`. */
  #applyFeatureFilter(name: string, value: unknown): void {
    if (!this.#featureByFilter.has(name)) {
      if (this.#featureByFilter.size >= MAX_FEATURE_FILTERS) return;
      this.#featureByFilter.set(
        name,
        findFeatures(refuseProtectedTerms(name.slice(0, 60).replaceAll(/[_.-]+/g, " ")).text)[0],
      );
    }
    const key = this.#featureByFilter.get(name);
    if (key === undefined) return;
    const on = value === true || value === 1 || value === "true" || value === "yes" || value === "1";
    if (on || isCleared(value)) this.#featureFilters.set(key, on);
  }

  #applyQuery(query: QueryCriteria): void {
    const criteria = this.#criteria;
    // A new price replaces the earlier one as a whole.
    if (query.price) criteria.price = { min: queried(query.price.min), max: queried(query.price.max) };
    if (query.bedrooms !== null) criteria.bedrooms = queried(query.bedrooms);
    if (query.bathrooms !== null) criteria.bathrooms = queried(query.bathrooms);
    for (const kind of ["cities", "features", "property_types"] as const) {
      for (const key of query[kind]) add(criteria[kind], key, QUERY_WEIGHT);
      for (const key of query.unwanted[kind]) add(criteria.unwanted[kind], key, QUERY_WEIGHT);
    }
  }
}

const filtered = (value: number | null): Setting | null =>
  value === null ? null : { value, weight: FILTER_WEIGHT };
const queried = (value: number | null): Setting | null =>
  value === null ? null : { value, weight: QUERY_WEIGHT };
const present = (key: string | undefined): string[] => (key === undefined ? [] : [key]);

function add(weights: Map<string, number>, key: string, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}
