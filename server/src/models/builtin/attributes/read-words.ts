import { isStopWord } from "../../language/word-weights.ts";
import { type Word, wordsOf } from "../../language/words.ts";
import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import { phraseAt } from "./phrases.ts";

/** What words say of a picture. */
export type Reading = {
  /** Attributes by key, 0 to 1: 1 for what is named, less for what that suggests. */
  attributes: Map<string, number>;
  /** Rooms in the order they are named. */
  rooms: string[];
  /** Stems of words that the vocabulary does not know. */
  others: Set<string>;
  /** Stems of phrases that it knows: honey oak and cherry are both wood, but not the same. */
  phrases: Set<string>;
  /** What is said of what, such as `white@kitchen` or `navy@island`, 0 to 1. */
  pairs: Map<string, number>;
};

type Item = { name: string; keys: string[]; stems: string };

const NEGATIONS = new Set(["no", "not", "without"]);
const PUNCTUATION = /[,;:.!?()/|–—]+/;
/** Words between things: what stands before them says nothing of what stands behind. */
const SEAMS = new Set("with and or in at on of over under through to by near from for among".split(" "));
const DESCRIBING = new Set(["color", "light", "material", "style"]);
/** A room is called by the colour of these: a white kitchen has white cabinets, a gray house gray siding. */
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
/** Stems of what is counted in offers: two baths are no picture of a bath. */
const COUNTED = new Set("bed bd bdrm br bedroom bath ba bathroom stori level car acr".split(" "));

const EXACT = 0.6;
const KIND = 0.8;
const DARK = new Set(["navy", "charcoal", "black", "brown", "dark_green", "dark_wood"]);
const LIGHT = new Set(["white", "cream", "beige", "light_blue"]);

/**
 * Reads a caption, an `ImageOf`, or a question for photos. What is said not to be there ("no pool") is left out. `shown`
 * is the room that a caption speaks of, where that is known already.
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

/** The things that are named, those together that belong together: `[[bright, white, kitchen], [navy, island]]`. */
function groupsOf(words: Word[]): Item[][] {
  const groups: Item[][] = [[]];
  let negated = false;
  for (let at = 0; at < words.length; ) {
    const { text, stem } = words[at] as Word;
    const phrase = phraseAt(words, at);
    const counts = NUMBER.test(text) && COUNTED.has(words[at + 1]?.stem ?? "");
    if (phrase || tells(text, stem)) {
      const stems = phrase?.stems.join(" ") ?? stem;
      if (!negated) groups.at(-1)?.push({ name: phrase?.keys[0] ?? stem, keys: phrase?.keys ?? [], stems });
      negated = false;
    } else if (NEGATIONS.has(text)) negated = true;
    else if (SEAMS.has(text)) groups.push([]);
    at += phrase?.stems.length ?? (counts ? 2 : 1);
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

/** Each describing word with the thing it stands before; of a surface, with the room too. */
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

/** A describing word as it is written, what it means, and what it is a kind of: navy is blue, and dark. */
function describing(key: string, stems: string): [word: string, strength: number][] {
  const kinds = Object.entries(attribute(key).suggests ?? {}).filter(([kind]) => isDescribing([kind]));
  const shade = DARK.has(key) ? "dark" : LIGHT.has(key) ? "bright" : undefined;
  return [[`"${stems}"`, EXACT], [key, 1], ...kinds, ...(shade ? [[shade, KIND] as [string, number]] : [])];
}

function isDescribing(keys: string[]): boolean {
  return keys.length > 0 && DESCRIBING.has(attribute(keys[0] as string).category);
}

/** Rooms of one type are one place: white siding, a white house and a white exterior are the same. */
function placeOf(key: string): string {
  const { type } = attribute(key);
  return type === undefined || type === "other" ? key : type;
}

function roomOfSurface(surface: string): string {
  if (surface === "cabinets") return "kitchen";
  if (surface === "vanity") return "bathroom";
  return surface === WALL ? "interior" : "exterior";
}
