import { type Folded, foldedWords, wordsOf } from "./folded.ts";

const DIRECTIONS = new Set(["n", "s", "e", "w", "ne", "nw", "se", "sw"]);

/** By USPS Publication 28: what people write, and what listings mostly say. */
const KINDS = new Map(
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
/** No street is looked for by them. */
const COMMON = new Set([...DIRECTIONS, ...KINDS.values(), "way", "unit", "apt", "ste"]);
const SHORTEST_BEGINNING = 3;

export const WHOLE = 0;
export const UNDIRECTED = 7;

/**
 * How an address is found: by all of it (0), without its directions (7), and by the words of its street (1 to 6). The city
 * may be typed behind it.
 */
export function addressKeys(street: string, city: string | null): { nth: number; key: string }[] {
  const words = wordsOf(street);
  const { key: whole, starts } = foldedAddress(words, city);
  const keys = [{ nth: WHOLE, key: whole }];
  if (words.some(isDirection)) keys.push({ nth: UNDIRECTED, key: addressKey(street, city, UNDIRECTED) });
  for (let nth = 1; nth < Math.min(words.length, UNDIRECTED); nth++) {
    if (!COMMON.has(shortKind(words[nth] as string))) keys.push({ nth, key: whole.slice(starts[nth]) });
  }
  return keys;
}

/** One of them. */
export function addressKey(street: string, city: string | null, nth: number): string {
  const words = wordsOf(street);
  if (nth === UNDIRECTED)
    return foldedAddress(
      words.filter((word) => !isDirection(word)),
      city,
    ).key;
  const { key, starts } = foldedAddress(words, city);
  return nth === WHOLE ? key : key.slice(starts[nth]);
}

function foldedAddress(words: string[], city: string | null): Folded {
  const all = words.map(shortKind);
  if (city !== null) all.push(...wordsOf(city));
  return foldedWords(all);
}

function isDirection(word: string): boolean {
  return DIRECTIONS.has(shortKind(word));
}

/** A query as addresses are compared; the word that is being typed may be a beginning: `main stre`. */
export function streetQuery(query: string): string {
  const words = wordsOf(query);
  const last = words.length - 1;
  return foldedWords(
    words.map((word, nth) => (nth > 0 && nth === last ? beginningOfKind(word) : shortKind(word))),
  ).key;
}

function shortKind(word: string): string {
  return KINDS.get(word) ?? word;
}

function beginningOfKind(word: string): string {
  if (word.length < SHORTEST_BEGINNING) return word;
  for (const [long, short] of KINDS) if (long.startsWith(word)) return short;
  return word;
}
