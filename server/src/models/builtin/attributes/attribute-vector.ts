import type { PhotoInput } from "../../models.ts";
import { attribute, type Category, vocabulary } from "../../vocabulary/photo-attributes/index.ts";
import { addFeature, type Features, hashText, spreadFeatures, unitVector } from "../hashed-vector.ts";
import { BACKBONE_DIMENSIONS } from "../objects/project-backbone.ts";
import { type Seen, seeable, seenAttributes } from "../objects/seen.ts";
import { combine, isStated, type PhotoReading, statedRoomOf } from "./attributes-of.ts";
import { isGrayLayout, LAYOUT_DIMENSIONS } from "./pixels/layout.ts";
import { type Measured, measurable } from "./pixels/measure-looks.ts";
import type { Measurement } from "./pixels/measure-photo.ts";
import { type Reading, readWords } from "./read-words.ts";

// The sections of a vector, in order: stated attributes, other stated words, measured and seen attributes, the layout;
// and with the object detector its backbone's features.
const ATTRIBUTES = 184;
const WORDS = 192;
const STATED = ATTRIBUTES + WORDS;
const MEASURED = 64;
const DESCRIBED = STATED + MEASURED;
/** Without and with the object detector: vectors of different length are never compared. */
export const DIMENSIONS = DESCRIBED + LAYOUT_DIMENSIONS;
export const DIMENSIONS_WITH_OBJECTS = DIMENSIONS + BACKBONE_DIMENSIONS;

/**
 * Each section's share of a photo's energy; the layout has the rest. Stated words are separate from measurements and
 * have the same share in every captioned photo: a copy without a caption loses the same similarity to all of them, and
 * pixels decide.
 */
const STATED_SHARE = 0.4;
/**
 * With stated words; without any; and for a photo in shades of gray, which has few measurable attributes and should match
 * its copy in colour, not other gray photos.
 */
const MEASURED_SHARE = { beside: 0.15, alone: 0.3, gray: 0.1 };
/**
 * The number of attributes of full strength at which the measured share is used up, so that photos with little to
 * measure are not penalized.
 */
const MEASURED_FULLY = 4;
/** What the detector has seen has an energy of its own, so that colours do not lose by it. */
const SEEN_SHARE = { beside: 0.06, alone: 0.2, gray: 0.06 };
const SEEN_FULLY = 2;
/** The factor of the measured share without words beside what is seen, which leaves more to layout and backbone. */
const MEASURED_BESIDE_SEEN = 0.7;
/** The backbone's share of what the layout has without it; a photo in shades of gray should match its copy in colour. */
const BACKBONE_SHARE = { color: 0.4, gray: 0.1 };

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
/** Attributes that only the detector sees, as reliable as captions. */
const visible = new Set(seeable);
const measuredAt = new Map([...measurable, ...seeable].map((key, place) => [key, STATED + place]));

/** A photo's vector without the detector: its stated and measured attributes, and its layout. */
export function photoVector(photo: PhotoInput, { looks, layout }: Measurement): Float32Array {
  const { described, rest } = describedPart(photo, { looks, layout, seen: null });
  const vector = new Float64Array(DIMENSIONS);
  vector.set(described, 0);
  vector.set(scaled(layout, rest), DESCRIBED);
  return unitVector(vector);
}

/** The same with what the detector has seen; null: nothing. */
export function photoVectorWithObjects(
  photo: PhotoInput,
  { looks, layout }: Measurement,
  seen: Seen | null,
): Float32Array {
  const { described, rest } = describedPart(photo, { looks, layout, seen });
  const backbone = seen?.backbone ?? new Float32Array(BACKBONE_DIMENSIONS);
  const most = isGrayLayout(layout) ? BACKBONE_SHARE.gray : BACKBONE_SHARE.color;
  const share = energyOf(backbone) > 0 ? most : 0;
  const vector = new Float64Array(DIMENSIONS_WITH_OBJECTS);
  vector.set(described, 0);
  vector.set(scaled(layout, rest * (1 - share)), DESCRIBED);
  vector.set(scaled(backbone, rest * share), DIMENSIONS);
  return unitVector(vector);
}

/** The sections of attributes, and the energy that they leave to the others. */
function describedPart(
  photo: PhotoInput,
  { looks, layout, seen }: Pick<Measurement, "looks" | "layout"> & { seen: Seen | null },
) {
  const reading = combine(photo, looks, seen);
  const stated = within(statedOf(reading), Number.POSITIVE_INFINITY, STATED_SHARE);
  const kind = isGrayLayout(layout) ? "gray" : energyOf(stated) > 0 ? "beside" : "alone";
  const share = MEASURED_SHARE[kind] * (seen && kind === "alone" ? MEASURED_BESIDE_SEEN : 1);
  const measured = within(measuredOf(looks), share / MEASURED_FULLY, share);
  const attributes = seen ? seenAttributes(seen, statedRoomOf(reading)) : {};
  const things = within(measuredOf(attributes), SEEN_SHARE[kind] / SEEN_FULLY, SEEN_SHARE[kind]);
  const described = new Float64Array(DESCRIBED);
  described.set(stated, 0);
  described.set(
    measured.map((each, at) => each + (things[at] as number)),
    STATED,
  );
  return { described, rest: Math.max(0, 1 - energyOf(described)) };
}

/** A query's vector: zeros in the sections of layout and backbone, because words describe neither. */
export function textVector(text: string, { withObjects } = { withObjects: false }): Float32Array {
  const reading = readWords(text);
  const vector = new Float64Array(withObjects ? DIMENSIONS_WITH_OBJECTS : DIMENSIONS);
  if (!isSpecific(reading)) return new Float32Array(vector.length);
  for (const [key, strength] of reading.attributes) {
    const weight = weightOf(key) * (strength < 1 ? strength * SUGGESTED : 1);
    vector[placeOf.get(key) as number] = weight;
    const shown = measuredAt.get(key);
    if (shown === undefined) continue;
    if (!visible.has(key)) vector[shown] = weight * BY_PIXELS;
    else if (withObjects) vector[shown] = weight;
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
  for (const each of attributes.values()) {
    if (isStated(each)) sums[placeOf.get(each.name) as number] = each.strength * weightOf(each.name);
  }
  spreadFeatures(featuresOf([caption, imageOf]), sums, ATTRIBUTES);
  return sums;
}

function measuredOf(attributes: Measured): Float64Array {
  const sums = new Float64Array(MEASURED);
  for (const [key, strength] of Object.entries(attributes)) {
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

function scaled(numbers: Float32Array, energy: number): Float32Array {
  const scale = Math.sqrt(energy);
  return numbers.map((each) => each * scale);
}

function energyOf(numbers: Float32Array | Float64Array): number {
  let energy = 0;
  for (const each of numbers) energy += each * each;
  return energy;
}
