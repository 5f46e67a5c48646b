import type { InferredPreferences } from "../inference/events.ts";
import type { PreferenceType, Source, StatedPreference } from "./stated.ts";

type Certainty = { confidence: number; source: Source; confirmed: boolean };

export type Price = { min: number | null; max: number | null } & Certainty;
export type Rooms = { min: number } & Certainty;
export type Place = { value: string } & Certainty;
export type Item = { key: string; value: string | number } & Certainty;
export type Negative = { type: PreferenceType; value: string; confidence: number; source: Source };

/** SPEC: Visitor session preferences. Null when unknown. A rejected preference stays visible with confidence 0. */
export type Preferences = {
  price: Price | null;
  bedrooms: Rooms | null;
  bathrooms: Rooms | null;
  locations: Place[];
  features: Item[];
  property_types: Item[];
  negative: Negative[];
};

/** Merges inferred and stated preferences. Stated ones take precedence. */
export function composePreferences(
  inferred: InferredPreferences | Record<string, never>,
  stated: readonly StatedPreference[],
): Preferences {
  const of = (type: PreferenceType) => stated.filter((each) => each.type === type);
  const wanted = {
    price: priceOf(inferred.price ?? null, of("price")),
    bedrooms: roomsOf(inferred.bedrooms ?? null, of("bedrooms")),
    bathrooms: roomsOf(inferred.bathrooms ?? null, of("bathrooms")),
    locations: placesOf(inferred.locations ?? [], of("locations")),
    features: itemsOf(inferred.features ?? [], of("features")),
    property_types: itemsOf(inferred.property_types ?? [], of("property_types")),
  };
  // A stated preference removes the inferred dislike of the same thing.
  const statedKeys = new Set(stated.map(({ type, key }) => `${type} ${key}`));
  const negative = (inferred.negative ?? [])
    .filter(({ type, value }) => !statedKeys.has(`${type} ${value.toLowerCase()}`))
    .map((each) => ({ ...each, source: "inferred" as const }));
  return { ...wanted, negative };
}

/** Confidence, source and confirmation of a stated preference. */
function statedCertainty({ verdict, source }: Pick<StatedPreference, "verdict" | "source">): Certainty {
  if (verdict === "rejected") return { confidence: 0, source, confirmed: false };
  return { confidence: 100, source, confirmed: true };
}

const inferredCertainty = (confidence: number): Certainty => ({
  confidence,
  source: "inferred",
  confirmed: false,
});

/**
 * A range that the visitor confirmed or rejected as a whole replaces the inferred one. Added bounds override either.
 */
function priceOf(inferred: InferredPreferences["price"], stated: StatedPreference[]): Price | null {
  const judged = stated.find(({ key }) => key === "price");
  const { min: low = null, max: high = null } = judged?.value ?? inferred ?? {};
  const known = judged ? statedCertainty(judged) : inferred && inferredCertainty(inferred.confidence);
  const base = known && { min: low, max: high, ...known };
  const added = stated.filter(({ key }) => key !== "price");
  if (added.length === 0) return base;
  const bound = (which: "min" | "max") =>
    added.find(({ key }) => key === which)?.value.value as number | undefined;
  const { min: addedMin, max: addedMax } = { min: bound("min"), max: bound("max") };
  const min = addedMin ?? base?.min ?? null;
  const max = addedMax ?? base?.max ?? null;
  const isOrdered = min === null || max === null || min <= max;
  return {
    // When the bounds exclude each other, the stated one is kept.
    min: isOrdered ? min : (addedMin ?? null),
    max: isOrdered ? max : (addedMax ?? null),
    ...statedCertainty({ verdict: "added", source: "user_added" }),
  };
}

function roomsOf(inferred: InferredPreferences["bedrooms"], [stated]: StatedPreference[]): Rooms | null {
  if (stated) return { min: stated.value.min ?? 0, ...statedCertainty(stated) };
  return inferred && { min: inferred.min, ...inferredCertainty(inferred.confidence) };
}

function placesOf(inferred: InferredPreferences["locations"], stated: StatedPreference[]): Place[] {
  return merged(
    inferred.map(({ value, confidence }) => [value, { value, ...inferredCertainty(confidence) }]),
    stated.map((each) => [each.key, { value: String(each.value.value), ...statedCertainty(each) }]),
  );
}

function itemsOf(inferred: InferredPreferences["features"], stated: StatedPreference[]): Item[] {
  return merged(
    inferred.map(({ key, value, confidence }) => [key, { key, value, ...inferredCertainty(confidence) }]),
    stated.map((each) => [
      each.key,
      { key: each.value.key ?? each.key, value: each.value.value ?? each.key, ...statedCertainty(each) },
    ]),
  );
}

/** Sorts by confidence, highest first; stated entries come before inferred ones of equal confidence. */
function merged<Entry extends Certainty>(inferred: [string, Entry][], stated: [string, Entry][]): Entry[] {
  const entries = new Map(stated);
  for (const [key, entry] of inferred) {
    if (!entries.has(key.toLowerCase())) entries.set(key.toLowerCase(), entry);
  }
  return [...entries.values()].sort((one, other) => other.confidence - one.confidence);
}
