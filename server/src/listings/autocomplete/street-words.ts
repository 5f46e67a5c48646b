import { type NormalizedName, normalizeWords, wordsOf } from "./normalize-name.ts";

const DIRECTIONS = new Set(["n", "s", "e", "w", "ne", "nw", "se", "sw"]);

/** Abbreviations of USPS Publication 28, which most listings use. */
const ABBREVIATIONS = new Map(
  Object.entries({
    street: "st",
    avenue: "ave",
    road: "rd",
    drive: "dr",
    lane: "ln",
    court: "ct",
    boulevard: "blvd",
    circle: "cir",
    place: "pl",
    trail: "trl",
    parkway: "pkwy",
    highway: "hwy",
    terrace: "ter",
    north: "n",
    south: "s",
    east: "e",
    west: "w",
  }),
);
/** Words that no street is found by. */
const COMMON = new Set([...DIRECTIONS, ...ABBREVIATIONS.values(), "way", "unit", "apt", "ste"]);
const MIN_PREFIX_LENGTH = 3;

export const WHOLE = 0;
export const UNDIRECTED = 7;

/**
 * The keys of an address: the whole (0), without directions (7), and from each word of its street on (1 to 6). Each ends with
 * the city.
 */
export function addressKeys(street: string, city: string | null): { nth: number; key: string }[] {
  const words = wordsOf(street);
  const { key: whole, starts } = normalizeAddress(words, city);
  const keys = [{ nth: WHOLE, key: whole }];
  if (words.some(isDirection)) keys.push({ nth: UNDIRECTED, key: addressKey(street, city, UNDIRECTED) });
  for (let nth = 1; nth < Math.min(words.length, UNDIRECTED); nth++) {
    if (!COMMON.has(abbreviate(words[nth] as string))) keys.push({ nth, key: whole.slice(starts[nth]) });
  }
  return keys;
}

/** One of the keys of an address, by its number. */
export function addressKey(street: string, city: string | null, nth: number): string {
  const words = wordsOf(street);
  if (nth === UNDIRECTED)
    return normalizeAddress(
      words.filter((word) => !isDirection(word)),
      city,
    ).key;
  const { key, starts } = normalizeAddress(words, city);
  return nth === WHOLE ? key : key.slice(starts[nth]);
}

function normalizeAddress(words: string[], city: string | null): NormalizedName {
  const all = words.map(abbreviate);
  if (city !== null) all.push(...wordsOf(city));
  return normalizeWords(all);
}

function isDirection(word: string): boolean {
  return DIRECTIONS.has(abbreviate(word));
}

/** A query, normalized like addresses. Its last word may be incomplete: `main stre`. */
export function streetQuery(query: string): string {
  const words = wordsOf(query);
  const last = words.length - 1;
  return normalizeWords(
    words.map((word, nth) => (nth > 0 && nth === last ? abbreviatePrefix(word) : abbreviate(word))),
  ).key;
}

function abbreviate(word: string): string {
  return ABBREVIATIONS.get(word) ?? word;
}

function abbreviatePrefix(word: string): string {
  if (word.length < MIN_PREFIX_LENGTH) return word;
  for (const [long, short] of ABBREVIATIONS) if (long.startsWith(word)) return short;
  return word;
}
