import { listingFeatures as features, propertyTypes } from "../../models/index.ts";
import { cityNamed, featureOfEntry, featuresNamedIn, propertyTypeNamed } from "../../plain-words/index.ts";
import { FILTERED, SAID } from "./confidence.ts";
import type { VisitorEvent } from "./events.ts";
import { type FilterKind, filterKind } from "./filter-names.ts";
import { isCleared, moneyIn, priceRangeIn, roomsIn, textsIn } from "./filter-values.ts";
import { type WordsAskFor, wordsAskFor } from "./words-ask-for.ts";

/** An end of a range or a least number that was set, and how much that weighs. */
type Setting = { value: number; weight: number };

/** What somebody asked for in so many words: by filters, of which the last setting counts, and by queries. */
export type Asked = {
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

/** Values of a list filter that nobody can read are passed over, so many at most. */
const MOST_UNREADABLE = 20;
/** Filters with names of their own that are looked at. */
const MOST_SWITCHES = 100;
/** Queries that are read; each differs from the others, and the latest are kept. */
const MOST_QUERIES = 40;

/** What filters and queries ask for. Events must be in order. */
export function askedBy(events: readonly VisitorEvent[], cities: readonly string[]): Asked {
  return new AskedSoFar(cities, latestQueries(events)).after(events);
}

/** The same words typed again say nothing new: each text counts once, where it came last. */
function latestQueries(events: readonly VisitorEvent[]): Set<VisitorEvent> {
  const latest = new Map<string, VisitorEvent>();
  for (let at = events.length - 1; at >= 0 && latest.size < MOST_QUERIES; at--) {
    const event = events[at] as VisitorEvent;
    if (event.type !== "search_query" || typeof event.query !== "string") continue;
    const text = event.query.slice(0, 300).trim().toLowerCase();
    if (!latest.has(text)) latest.set(text, event);
  }
  return new Set(latest.values());
}

class AskedSoFar {
  readonly #cities: readonly string[];
  readonly #queries: ReadonlySet<VisitorEvent>;
  readonly #asked: Asked = {
    price: { min: null, max: null },
    bedrooms: null,
    bathrooms: null,
    cities: new Map(),
    features: new Map(),
    property_types: new Map(),
    unwanted: { cities: new Map(), features: new Map(), property_types: new Map() },
  };
  /** What list filters were set to, in order: the last value that can be read counts. */
  readonly #lists: Record<ListKind, unknown[]> = { cities: [], features: [], property_types: [] };
  /** Filters called after a feature, and the feature; on or off. */
  readonly #switches = new Map<string, boolean>();
  readonly #featureOfSwitch = new Map<string, string | undefined>();

  constructor(cities: readonly string[], queries: ReadonlySet<VisitorEvent>) {
    this.#cities = cities;
    this.#queries = queries;
  }

  after(events: readonly VisitorEvent[]): Asked {
    for (const event of events) {
      if (event.type === "filter_change" && typeof event.filter === "string")
        this.#filter(event.filter, event.value);
      else if (event.type === "search_query" && this.#queries.has(event))
        this.#say(wordsAskFor(event.query, this.#cities));
    }
    for (const kind of ["cities", "features", "property_types"] as const) {
      for (const key of this.#lastList(kind)) add(this.#asked[kind], key, FILTERED);
    }
    for (const [key, on] of this.#switches) if (on) add(this.#asked.features, key, FILTERED);
    return this.#asked;
  }

  #filter(name: string, value: unknown): void {
    const kind = filterKind(name);
    if (kind === undefined) this.#switch(name, value);
    else if (kind === "cities" || kind === "features" || kind === "property_types")
      this.#lists[kind].push(value);
    else this.#set(kind, value);
  }

  #set(kind: Exclude<FilterKind, ListKind>, value: unknown): void {
    const { price } = this.#asked;
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
    else this.#asked[kind] = set;
  }

  /** An end that the new one contradicts was meant for another range. */
  #setEnd(end: "min" | "max", set: Setting | null): void {
    const { price } = this.#asked;
    price[end] = set;
    if (!price.min || !price.max || price.min.value <= price.max.value) return;
    price[end === "min" ? "max" : "min"] = null;
  }

  /** Read only now, and from the end: most settings are replaced by others. */
  #lastList(kind: ListKind): Set<string> {
    for (const value of this.#lists[kind].slice(-MOST_UNREADABLE).reverse()) {
      if (isCleared(value)) break;
      const keys = textsIn(value).flatMap((text) => this.#keysOf(kind, text));
      if (keys.length > 0) return new Set(keys);
    }
    return new Set();
  }

  #keysOf(kind: ListKind, text: string): string[] {
    if (kind === "cities") return present(cityNamed(text.replace(/, *[a-z]{2}$/i, ""), this.#cities));
    const key = text.toLowerCase().replaceAll(/[\s-]+/g, "_");
    if (kind === "property_types") {
      return Object.hasOwn(propertyTypes, key) ? [key] : present(propertyTypeNamed(text) ?? undefined);
    }
    if (Object.hasOwn(features, key)) return [key];
    return [...new Set([...present(featureOfEntry(text)), ...featuresNamedIn(text.replaceAll("_", " "))])];
  }

  /** A filter that is called after a feature: `pool`, `has_pool`, `waterfront`. */
  #switch(name: string, value: unknown): void {
    if (!this.#featureOfSwitch.has(name)) {
      if (this.#featureOfSwitch.size >= MOST_SWITCHES) return;
      this.#featureOfSwitch.set(name, featuresNamedIn(name.slice(0, 60).replaceAll(/[_.-]+/g, " "))[0]);
    }
    const key = this.#featureOfSwitch.get(name);
    if (key === undefined) return;
    const on = value === true || value === 1 || value === "true" || value === "yes" || value === "1";
    if (on || isCleared(value)) this.#switches.set(key, on);
  }

  #say(said: WordsAskFor): void {
    const asked = this.#asked;
    // Who asks for another price gives up the one before.
    if (said.price) asked.price = { min: spoken(said.price.min), max: spoken(said.price.max) };
    if (said.bedrooms !== null) asked.bedrooms = spoken(said.bedrooms);
    if (said.bathrooms !== null) asked.bathrooms = spoken(said.bathrooms);
    for (const kind of ["cities", "features", "property_types"] as const) {
      for (const key of said[kind]) add(asked[kind], key, SAID);
      for (const key of said.unwanted[kind]) add(asked.unwanted[kind], key, SAID);
    }
  }
}

const filtered = (value: number | null): Setting | null =>
  value === null ? null : { value, weight: FILTERED };
const spoken = (value: number | null): Setting | null => (value === null ? null : { value, weight: SAID });
const present = (key: string | undefined): string[] => (key === undefined ? [] : [key]);

function add(weights: Map<string, number>, key: string, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}
