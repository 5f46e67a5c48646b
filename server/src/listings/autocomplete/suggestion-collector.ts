import type { PlaceType } from "./places.ts";

export const suggestionTypes = ["city", "county", "zip", "property_type", "address", "listing_id"] as const;
export type Suggestion = { text: string; type: PlaceType | "address" | "listing_id"; count: number };

/** Best first: the name begins with the query; a later word of it does; the same for the query with its typos corrected. */
export const ranks = { prefix: 0, word: 1, correctedPrefix: 2, correctedWord: 3 } as const;
export type Rank = (typeof ranks)[keyof typeof ranks];
type Ranked = Suggestion & { rank: Rank };

/** Suggestions found so far, each once with its best rank. */
export class SuggestionCollector {
  readonly limit: number;
  readonly #found = new Map<string, Ranked>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether the limit is reached by suggestions of this rank or better: worse ones would not be shown. */
  hasEnough(rank: Rank): boolean {
    let good = 0;
    for (const each of this.#found.values()) if (each.rank <= rank) good++;
    return good >= this.limit;
  }

  /** False when it was there already. */
  add(suggestion: Suggestion, rank: Rank): boolean {
    const name = `${suggestion.type} ${suggestion.text}`;
    const known = this.#found.get(name);
    if (known === undefined || rank < known.rank) this.#found.set(name, { ...suggestion, rank });
    return known === undefined;
  }

  best(): Suggestion[] {
    return [...this.#found.values()]
      .sort(compareSuggestions)
      .slice(0, this.limit)
      .map(({ text, type, count }) => ({ text, type, count }));
  }
}

function compareSuggestions(one: Ranked, other: Ranked): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.count !== other.count) return other.count - one.count;
  if (one.text !== other.text) return one.text < other.text ? -1 : 1;
  return suggestionTypes.indexOf(one.type) - suggestionTypes.indexOf(other.type);
}
