import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type PlaceNames, protectedTermsIn, refuseProtectedTerms } from "../../fair-housing/index.ts";
import type { MatchableAgent } from "./agent-topics.ts";
import type { MatchCriteria } from "./match-criteria.ts";

const NO_PLACES: PlaceNames = { cities: [], counties: [] };

/**
 * Criteria without terms of protected classes (docs/fair-housing.md), which decide about no agent: in the notes, in
 * places and in the names of wishes that the visitor has entered. A place of the listings is one, also when its name is a term.
 */
export function guardCriteria(wanted: MatchCriteria): MatchCriteria {
  const { places = NO_PLACES } = wanted;
  const hasTerms = (text: string) => protectedTermsIn(text, places).length > 0;
  return {
    ...wanted,
    wishes: wanted.wishes.flatMap((wish) => {
      if (wish.type === "locations") return hasTerms(wish.key) ? [] : [wish];
      const { text, refused } = refuseProtectedTerms(wish.label, places);
      if (refused.length === 0) return [wish];
      return text === "" ? [] : [{ ...wish, label: text }];
    }),
    negative: wanted.negative.filter(({ type, value }) => type !== "locations" || !hasTerms(value)),
    notes: wanted.notes === null ? null : refuseProtectedTerms(wanted.notes, places).text,
  };
}

const KEPT = 20_000;
/** By the names of places, which are the same array until the listings' places change. */
const comparedByPlaces = new WeakMap<readonly string[], LRUCache<string, string>>();
/** Characters that are guarded before the event loop gets to run: some milliseconds. */
const YIELD_AFTER_CHARACTERS = 10_000;

/** The agents' specialties as they are compared, by their own spelling. Cached: profiles rarely change. */
export async function comparedSpecialties(
  agents: readonly MatchableAgent[],
  places: PlaceNames = NO_PLACES,
): Promise<ReadonlyMap<string, string>> {
  const kept = comparedByPlaces.get(places.cities) ?? new LRUCache<string, string>({ max: KEPT });
  comparedByPlaces.set(places.cities, kept);
  const compared = new Map<string, string>();
  let read = 0;
  for (const specialty of new Set(agents.flatMap(({ specialties }) => specialties))) {
    const known = kept.get(specialty);
    const text = known ?? refuseProtectedTerms(specialty, places).text;
    compared.set(specialty, text);
    if (known !== undefined) continue;
    kept.set(specialty, text);
    read += specialty.length;
    if (read < YIELD_AFTER_CHARACTERS) continue;
    read = 0;
    await setImmediate();
  }
  return compared;
}
