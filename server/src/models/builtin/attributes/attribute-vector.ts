import type { PhotoInput } from "../../models.ts";
import { attribute, type Category, vocabulary } from "../../vocabulary/photo-attributes/index.ts";
import { addFeature, type Features, hashText, spreadFeatures, unitVector } from "../hashed-vector.ts";
import { combine, type PhotoReading } from "./attributes-of.ts";
import { isGrayLayout, LAYOUT_DIMENSIONS } from "./pixels/layout.ts";
import { type Measured, measurable } from "./pixels/measure-looks.ts";
import type { Measurement } from "./pixels/measure-photo.ts";
import { type Reading, readWords } from "./read-words.ts";

// The parts of a vector, one behind the other: what is said in attributes, in other words, what is measured, the layout.
const ATTRIBUTES = 168;
const WORDS = 192;
const SAID = ATTRIBUTES + WORDS;
const MEASURED = 48;
const SAYABLE = SAID + MEASURED;
export const DIMENSIONS = SAYABLE + LAYOUT_DIMENSIONS;

/**
 * What each part has of a photo's energy; the layout has the rest. What is said is kept apart from what is measured, and
 * has the same share of every captioned photo: a copy without its caption misses it of all of them alike, and pixels decide.
 */
const SAID_SHARE = 0.4;
/** Where something is said, and where there is nothing else that words could meet. */
const MEASURED_SHARE = { beside: 0.15, alone: 0.3, gray: 0.1 };
/** Attributes of full strength that fill up that share: where little is to be measured, little is held against it. */
const MEASURED_FULLY = 4;

/** What is asked for by name: the room first, then things, then how it all looks. */
const weights: Record<Category, number> = {
  room: 1.2,
  view: 1.2,
  feature: 1,
  appliance: 1,
  material: 1,
  nature: 1,
  style: 0.9,
  color: 0.8,
  light: 0.6,
};
const WORD = 0.8;
const PHRASE = 0.5;
/**
 * Of words that the vocabulary does not know, how much of a question no photo can meet, beside the words: by chance they are met
 * a little by any caption, so the whole of it stays below what is worth finding, and a caption with the same words above.
 */
const UNKNOWN = 1.1;
const PAIR = 0.9;
/** Of a suggestion, in a question: who asks for a lawn would not mind any greenery. */
const SUGGESTED = 0.4;
/** Of what can be measured, beside what is said: pixels are right less often. */
const BY_PIXELS = 0.7;

const seedOf = { word: 0x3c6ef372, phrase: 0x510e527f, pair: 0x1f83d9ab };
/** The last of the attributes' places, which is none's: photos have nothing there. */
const NOWHERE = ATTRIBUTES - 1;
const placeOf = new Map(Object.keys(vocabulary).map((key, place) => [key, place]));
const measuredAt = new Map(measurable.map((key, place) => [key, SAID + place]));

/** A photo in the space: what is said and seen of it, and its layout. */
export function photoVector(photo: PhotoInput, { looks, layout }: Measurement): Float32Array {
  const said = within(saidOf(combine(photo, looks)), Number.POSITIVE_INFINITY, SAID_SHARE);
  const share = measuredShare(energyOf(said) > 0, isGrayLayout(layout));
  const measured = within(measuredOf(looks), share / MEASURED_FULLY, share);
  const rest = Math.sqrt(Math.max(0, 1 - energyOf(said) - energyOf(measured)));
  const vector = new Float64Array(DIMENSIONS);
  vector.set(said, 0);
  vector.set(measured, SAID);
  vector.set(
    layout.map((each) => each * rest),
    SAYABLE,
  );
  return unitVector(vector);
}

/** A photo in shades of gray tells little of what it shows: its likeness in colour is to be found, not whatever else is gray. */
function measuredShare(hasWords: boolean, gray: boolean): number {
  if (gray) return MEASURED_SHARE.gray;
  return hasWords ? MEASURED_SHARE.beside : MEASURED_SHARE.alone;
}

/** A question in the space: zeros where the layout is, because words say nothing of it. */
export function textVector(text: string): Float32Array {
  const reading = readWords(text);
  const vector = new Float64Array(DIMENSIONS);
  if (!saysSomething(reading)) return new Float32Array(DIMENSIONS);
  for (const [key, strength] of reading.attributes) {
    const weight = weightOf(key) * (strength < 1 ? strength * SUGGESTED : 1);
    vector[placeOf.get(key) as number] = weight;
    const measured = measuredAt.get(key);
    if (measured !== undefined) vector[measured] = weight * BY_PIXELS;
  }
  spreadFeatures(featuresOf([reading]), vector.subarray(0, SAID), ATTRIBUTES);
  vector[NOWHERE] = WORD * UNKNOWN * Math.sqrt(reading.others.size);
  return unitVector(vector);
}

/** In a question "a house" is what is for sale; in a caption it is what is to be seen. */
function saysSomething({ phrases, others, attributes }: Reading): boolean {
  return others.size > 0 || phrases.size > 1 || (phrases.size === 1 && attributes.get("house") !== 1);
}

function saidOf({ attributes, caption, imageOf }: PhotoReading): Float64Array {
  const sums = new Float64Array(SAID);
  for (const { name, strength, from } of attributes.values()) {
    if (from !== "measured") sums[placeOf.get(name) as number] = strength * weightOf(name);
  }
  spreadFeatures(featuresOf([caption, imageOf]), sums, ATTRIBUTES);
  return sums;
}

function measuredOf(looks: Measured): Float64Array {
  const sums = new Float64Array(MEASURED);
  for (const [key, strength] of Object.entries(looks)) {
    sums[(measuredAt.get(key) as number) - SAID] = strength * weightOf(key);
  }
  return sums;
}

function weightOf(key: string): number {
  return weights[attribute(key).category];
}

function featuresOf(readings: Reading[]): Features {
  const features: Features = new Map();
  const all = <T>(of: (reading: Reading) => Iterable<T>) =>
    new Set(readings.flatMap((each) => [...of(each)]));
  for (const word of all(({ others }) => others)) addFeature(features, hashText(word, seedOf.word), WORD);
  for (const phrase of all(({ phrases }) => phrases)) {
    addFeature(features, hashText(phrase, seedOf.phrase), PHRASE);
  }
  for (const [pair, strength] of readings.flatMap(({ pairs }) => [...pairs])) {
    addFeature(features, hashText(pair, seedOf.pair), PAIR * strength);
  }
  return features;
}

/** Scaled, so that each number's square is a share of energy, and all together have no more than `most`. */
function within(numbers: Float64Array, one: number, most: number): Float64Array {
  const energy = energyOf(numbers);
  const scale = Math.sqrt(Math.min(one, most / Math.max(energy, 1e-9)));
  return numbers.map((each) => each * scale);
}

function energyOf(numbers: Float64Array): number {
  return numbers.reduce((sum, each) => sum + each * each, 0);
}
