import { isStopWord } from "../../language/word-weights.ts";
import { type Word, wordsOf } from "../../language/words.ts";
import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { phraseAt } from "./phrases.ts";

/** The parsed words of a caption or query. */
export type Reading = {
  /** Attributes by key, 0 to 1: 1 when named, less when only suggested. */
  attributes: Map<string, number>;
  /** Rooms in the order they are named. */
  rooms: string[];
  /** Stems of words that the vocabulary does not contain. */
  others: Set<string>;
  /** Stems of known phrases: honey oak and cherry are both wood, but different phrases. */
  phrases: Set<string>;
  /** Pairs of a description and its subject, such as `white@kitchen` or `navy@island`, 0 to 1. */
  pairs: Map<string, number>;
};

type Item = { name: string; keys: string[]; stems: string };

const NEGATIONS = new Set(["no", "not", "without"]);
const PUNCTUATION = /[,;:.!?()/|–—]+/;
/** Words that separate things: a description before them does not apply to what follows. */
const SEAMS = new Set("with and or in at on of over under through to by near from for among".split(" "));
const DESCRIBING = new Set(["color", "light", "material", "style"]);
/** The room takes the colour of these surfaces: a white kitchen has white cabinets, a gray house gray siding. */
const WALL = "wall";
const SURFACES = new Set([
  WALL,
  "cabinets",
  "vanity",
  "siding",
  "stucco",
  "board_and_batten",
  "house",
  "cabin",
]);
/** Stems of words about offers and wishes, not about pictures. */
const NOT_SEEN = new Set(
  `acr area ask avail beauti best big budget build built buy buyer cheap citi close cost dollar expens famili feet find
  foot ft gorgeous great hoa home imag just larg list look love luxuri main million mls month new nice offer open own
  owner per perfect photo pic pictur plu price properti rent sale school search see sell show size small space spaciou sq
  sqft squar stun thousand hundr unit updat upgrad usd valu want week year near max min least most first second`.split(
    /\s+/,
  ),
);
const NUMBER = /^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/;
/** Stems of counted words in offers: "two baths" describes no picture of a bath. */
const COUNTED = new Set("bed bd bdrm br bedroom bath ba bathroom stori level car acr".split(" "));

const EXACT = 0.6;
const KIND = 0.8;
const DARK = new Set(["navy", "charcoal", "black", "brown", "dark_green", "dark_wood"]);
const LIGHT = new Set(["white", "cream", "beige", "light_blue"]);

/**
 * Parses a caption, an `ImageOf`, or a query for photos. Negated words ("no pool") are left out. `shown` is the room
 * of the caption, if it is known.
 */
export function readWords(text: string, shown?: string): Reading {
  const reading: Reading = {
    attributes: new Map(),
    rooms: [],
    others: new Set(),
    phrases: new Set(),
    pairs: new Map(),
  };
  const groups = text.split(PUNCTUATION).flatMap((part) => groupsOf(wordsOf(part)));
  for (const { name, keys, stems } of groups.flat()) {
    for (const key of keys) take(reading, key);
    if (keys.length > 0) reading.phrases.add(stems);
    else if (name !== WALL) reading.others.add(name);
  }
  const room = [...(shown ? [shown] : []), ...reading.rooms].map(placeOf)[0];
  for (const group of groups) addPairs(reading.pairs, group, room);
  return reading;
}

/** The named things, grouped by what belongs together: `[[bright, white, kitchen], [navy, island]]`. */
function groupsOf(words: Word[]): Item[][] {
  const groups: Item[][] = [[]];
  let negated = false;
  for (let index = 0; index < words.length; ) {
    const { text, stem } = words[index] as Word;
    const phrase = phraseAt(words, index);
    const counts = NUMBER.test(text) && COUNTED.has(words[index + 1]?.stem ?? "");
    if (phrase || tells(text, stem)) {
      const stems = phrase?.stems.join(" ") ?? stem;
      if (!negated) groups.at(-1)?.push({ name: phrase?.keys[0] ?? stem, keys: phrase?.keys ?? [], stems });
      negated = false;
    } else if (NEGATIONS.has(text)) negated = true;
    else if (SEAMS.has(text)) groups.push([]);
    index += phrase?.stems.length ?? (counts ? 2 : 1);
  }
  return groups;
}

function tells(text: string, stem: string): boolean {
  return text.length > 1 && !NUMBER.test(text) && !isStopWord(text) && !NOT_SEEN.has(stem);
}

function take({ attributes, rooms }: Reading, key: string): void {
  const { category, suggests } = attribute(key);
  if (category === "room" && !rooms.includes(key)) rooms.push(key);
  attributes.set(key, 1);
  for (const [other, strength] of Object.entries(suggests ?? {})) {
    attributes.set(other, Math.max(attributes.get(other) ?? 0, strength));
  }
}

/** Each descriptive word with the thing after it; for a surface, also with the room. */
function addPairs(pairs: Map<string, number>, items: Item[], room: string | undefined): void {
  for (const [at, { keys, stems }] of items.entries()) {
    if (!isDescribing(keys)) continue;
    const thing = items.slice(at + 1).find((item) => !isDescribing(item.keys) || SURFACES.has(item.name));
    if (!thing) continue;
    const heads = [thing.keys.length > 0 ? placeOf(thing.name) : thing.name];
    if (SURFACES.has(thing.name)) heads.push(room ?? roomOfSurface(thing.name));
    for (const [word, strength] of describing(keys[0] as string, stems)) {
      for (const head of heads)
        pairs.set(`${word}@${head}`, Math.max(pairs.get(`${word}@${head}`) ?? 0, strength));
    }
  }
}

/** A descriptive word as written, its attribute, and broader ones: navy is blue, and dark. */
function describing(key: string, stems: string): [word: string, strength: number][] {
  const kinds = Object.entries(attribute(key).suggests ?? {}).filter(([kind]) => isDescribing([kind]));
  const shade = DARK.has(key) ? "dark" : LIGHT.has(key) ? "bright" : undefined;
  return [[`"${stems}"`, EXACT], [key, 1], ...kinds, ...(shade ? [[shade, KIND] as [string, number]] : [])];
}

function isDescribing(keys: string[]): boolean {
  return keys.length > 0 && DESCRIBING.has(attribute(keys[0] as string).category);
}

/** The room type: white siding, a white house and a white exterior are the same place. */
function placeOf(key: string): string {
  const { type } = attribute(key);
  return type === undefined || type === "other" ? key : type;
}

function roomOfSurface(surface: string): string {
  if (surface === "cabinets") return "kitchen";
  if (surface === "vanity") return "bathroom";
  return surface === WALL ? "interior" : "exterior";
}
