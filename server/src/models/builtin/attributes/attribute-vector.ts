import type { PhotoInput } from "../../models.ts";
import { attribute, type Category, vocabulary } from "../../vocabulary/photo-attributes/index.ts";
import { addFeature, type Features, hashText, spreadFeatures, unitVector } from "../hashed-vector.ts";
import { combine, type PhotoReading } from "./attributes-of.ts";
import { isGrayLayout, LAYOUT_DIMENSIONS } from "./pixels/layout.ts";
import { type Measured, measurable } from "./pixels/measure-looks.ts";
import type { Measurement } from "./pixels/measure-photo.ts";
import { type Reading, readWords } from "./read-words.ts";

// The sections of a vector, in order: stated attributes, other stated words, measured attributes, the layout.
const ATTRIBUTES = 168;
const WORDS = 192;
const STATED = ATTRIBUTES + WORDS;
const MEASURED = 48;
const DESCRIBED = STATED + MEASURED;
export const DIMENSIONS = DESCRIBED + LAYOUT_DIMENSIONS;

/**
 * Each section's share of a photo's energy; the layout has the rest. Stated words are separate from measurements and
 * have the same share in every captioned photo: a copy without a caption loses the same similarity to all of them, and
 * pixels decide.
 */
const STATED_SHARE = 0.4;
/** With stated words; without any; and for a photo in shades of gray. */
const MEASURED_SHARE = { beside: 0.15, alone: 0.3, gray: 0.1 };
/**
 * The number of attributes of full strength at which the measured share is used up, so that photos with little to
 * measure are not penalized.
 */
const MEASURED_FULLY = 4;

/** The weight of each category in a query: rooms first, then things, then looks. */
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
 * The part of a query's energy for unknown words that no photo can match. Any caption matches unknown words a little
 * by chance; with this, such a match stays below the search threshold, and a caption with the same words above it.
 */
const UNKNOWN = 1.1;
const PAIR = 0.9;
/** The factor of a suggested attribute in a query: a query for a lawn also matches other greenery a little. */
const SUGGESTED = 0.4;
/** The factor of a measured attribute beside a stated one, because measurements are less reliable. */
const BY_PIXELS = 0.7;

const seedOf = { word: 0x3c6ef372, phrase: 0x510e527f, pair: 0x1f83d9ab };
/** The last attribute dimension, which belongs to no attribute: 0 in every photo. */
const NOWHERE = ATTRIBUTES - 1;
const placeOf = new Map(Object.keys(vocabulary).map((key, place) => [key, place]));
const measuredAt = new Map(measurable.map((key, place) => [key, STATED + place]));

/** A photo's vector: its stated and measured attributes, and its layout. */
export function photoVector(photo: PhotoInput, { looks, layout }: Measurement): Float32Array {
  const stated = within(statedOf(combine(photo, looks)), Number.POSITIVE_INFINITY, STATED_SHARE);
  const share = measuredShare(energyOf(stated) > 0, isGrayLayout(layout));
  const measured = within(measuredOf(looks), share / MEASURED_FULLY, share);
  const rest = Math.sqrt(Math.max(0, 1 - energyOf(stated) - energyOf(measured)));
  const vector = new Float64Array(DIMENSIONS);
  vector.set(stated, 0);
  vector.set(measured, STATED);
  vector.set(
    layout.map((each) => each * rest),
    DESCRIBED,
  );
  return unitVector(vector);
}

/**
 * A photo in shades of gray has few measurable attributes: it should match its copy in colour, not other gray photos.
 */
function measuredShare(hasWords: boolean, gray: boolean): number {
  if (gray) return MEASURED_SHARE.gray;
  return hasWords ? MEASURED_SHARE.beside : MEASURED_SHARE.alone;
}

/** A query's vector: zeros in the layout section, because words describe no layout. */
export function textVector(text: string): Float32Array {
  const reading = readWords(text);
  const vector = new Float64Array(DIMENSIONS);
  if (!isSpecific(reading)) return new Float32Array(DIMENSIONS);
  for (const [key, strength] of reading.attributes) {
    const weight = weightOf(key) * (strength < 1 ? strength * SUGGESTED : 1);
    vector[placeOf.get(key) as number] = weight;
    const measured = measuredAt.get(key);
    if (measured !== undefined) vector[measured] = weight * BY_PIXELS;
  }
  spreadFeatures(featuresOf([reading]), vector.subarray(0, STATED), ATTRIBUTES);
  vector[NOWHERE] = WORD * UNKNOWN * Math.sqrt(reading.others.size);
  return unitVector(vector);
}

/** In a query "a house" is what is for sale; in a caption it is what the photo shows. */
function isSpecific({ phrases, others, attributes }: Reading): boolean {
  return others.size > 0 || phrases.size > 1 || (phrases.size === 1 && attributes.get("house") !== 1);
}

function statedOf({ attributes, caption, imageOf }: PhotoReading): Float64Array {
  const sums = new Float64Array(STATED);
  for (const { name, strength, from } of attributes.values()) {
    if (from !== "measured") sums[placeOf.get(name) as number] = strength * weightOf(name);
  }
  spreadFeatures(featuresOf([caption, imageOf]), sums, ATTRIBUTES);
  return sums;
}

function measuredOf(looks: Measured): Float64Array {
  const sums = new Float64Array(MEASURED);
  for (const [key, strength] of Object.entries(looks)) {
    sums[(measuredAt.get(key) as number) - STATED] = strength * weightOf(key);
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

/** Scaled so that the square of each number is a share of the energy, together at most `most`. */
function within(numbers: Float64Array, one: number, most: number): Float64Array {
  const energy = energyOf(numbers);
  const scale = Math.sqrt(Math.min(one, most / Math.max(energy, 1e-9)));
  return numbers.map((each) => each * scale);
}

function energyOf(numbers: Float64Array): number {
  return numbers.reduce((sum, each) => sum + each * each, 0);
}
