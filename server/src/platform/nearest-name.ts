import { distance } from "fastest-levenshtein";

/** A name that begins with a known one of so many letters is an extension of it: `zipcode`. */
const MIN_PREFIX = 3;

/**
 * The most alike of the known names, also with its words in another order (`bed_min`) or in another case style (`minBeds`), or the
 * longest one with which it begins (`zipcode`); null when none is alike in half of its letters. The time is in proportion to the length of `name`: shorten what a caller chose.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let smallest = 0.5;
  for (const candidate of known) {
    const whole = distance(plain(name), plain(candidate)) / Math.max(name.length, candidate.length);
    const words =
      distance(sortedWords(name), sortedWords(candidate)) / Math.max(name.length, candidate.length);
    const difference = Math.min(whole, words);
    if (difference < smallest) {
      smallest = difference;
      nearest = candidate;
    }
  }
  return nearest ?? longestPrefix(plain(name), known);
}

function longestPrefix(name: string, known: readonly string[]): string | null {
  const prefixes = known.filter((each) => each.length >= MIN_PREFIX && name.startsWith(each));
  return prefixes.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** `minBeds` and `min-beds` as `min_beds`. */
function plain(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .replaceAll(/[^A-Za-z\d]+/g, "_")
    .toLowerCase();
}

function sortedWords(name: string): string {
  return plain(name).split("_").sort().join("_");
}
