import { builtinTextModel } from "../../src/models/builtin/builtin-text-model.ts";
import type { InferredPreferences } from "../../src/visitors/inference/events.ts";
import { inferPreferences } from "../../src/visitors/inference/infer-preferences.ts";
import type { Wish } from "../../src/visitors/matching/match-criteria.ts";
import { rankAgents } from "../../src/visitors/matching/rank-agents.ts";
import type { SimulatedVisitor, Visitors } from "./make-visitors.ts";
import { dislikings } from "./taste.ts";

/** The band may be left by so much: a home at 505,000 suits who wants to spend half a million. */
const TOLERANCE = 0.05;

type SetCounts = { found: number; stated: number; right: number };

export type ModelMetrics = {
  /** Shares of all visitors, 0 to 1. */
  priceWithinBand: number;
  /** How much of the band the stated range covers, on average. */
  bandCovered: number;
  bedroomsExact: number;
  bedroomsWithinOne: number;
  specialistFirst: number;
  towns: { precision: number; recall: number };
  features: { precision: number; recall: number };
  dislikes: { precision: number; recall: number };
};

/** Both ends are stated, and neither leaves the band by more than the tolerance: an open end would be outside of it. */
export function isWithinBand(
  price: InferredPreferences["price"],
  { low, high }: { low: number; high: number },
): boolean {
  if (price === null || price.min === null || price.max === null) return false;
  return price.min >= low * (1 - TOLERANCE) && price.max <= high * (1 + TOLERANCE) && price.min <= price.max;
}

function covered(price: InferredPreferences["price"], { low, high }: { low: number; high: number }): number {
  if (price === null || price.min === null || price.max === null) return 0;
  return Math.max(0, Math.min(price.max, high) - Math.max(price.min, low)) / (high - low);
}

/** What inference and matching make of visitors, compared with what they truly want. */
export async function measureVisitors({ market, agents, visitors }: Visitors): Promise<ModelMetrics> {
  const counts = { price: 0, covered: 0, beds: 0, nearBeds: 0, first: 0 };
  const sets = { towns: noCounts(), features: noCounts(), dislikes: noCounts() };
  for (const visitor of visitors) {
    const { taste, events } = visitor;
    const inferred = inferPreferences(events, market.traits, market.cities);
    if (isWithinBand(inferred.price, taste)) counts.price++;
    counts.covered += covered(inferred.price, taste);
    const off = Math.abs((inferred.bedrooms?.min ?? 99) - taste.minBeds);
    if (off === 0) counts.beds++;
    if (off <= 1) counts.nearBeds++;
    compare(
      sets.towns,
      inferred.locations.map(({ value }) => value),
      taste.towns,
    );
    compare(
      sets.features,
      inferred.features.map(({ key }) => key),
      taste.likes,
    );
    const turnedFrom = `${dislikings[taste.dislikes]?.type} ${taste.dislikes}`;
    compare(
      sets.dislikes,
      inferred.negative.map(({ type, value }) => `${type} ${value}`),
      [turnedFrom],
    );
    if (await isSpecialistFirst(visitor, inferred, agents)) counts.first++;
  }
  return {
    priceWithinBand: counts.price / visitors.length,
    bandCovered: counts.covered / visitors.length,
    bedroomsExact: counts.beds / visitors.length,
    bedroomsWithinOne: counts.nearBeds / visitors.length,
    specialistFirst: counts.first / visitors.length,
    towns: ratesOf(sets.towns),
    features: ratesOf(sets.features),
    dislikes: ratesOf(sets.dislikes),
  };
}

async function isSpecialistFirst(
  { specialists }: SimulatedVisitor,
  inferred: InferredPreferences,
  agents: Visitors["agents"],
): Promise<boolean> {
  const wanted = { wishes: wishesOf(inferred), negative: inferred.negative, notes: null };
  const [first] = await rankAgents(builtinTextModel, wanted, agents, 1);
  return first !== undefined && specialists.includes(first.id);
}

/** As the product makes wishes of what is inferred. */
export function wishesOf({ price, locations, features, property_types }: InferredPreferences): Wish[] {
  return [
    ...(price ? [{ type: "price" as const, key: "price", label: "price", ...price }] : []),
    ...locations.map(({ value, confidence }) => ({
      type: "locations" as const,
      key: value,
      label: value,
      confidence,
    })),
    ...features.map(({ key, value, confidence }) => ({
      type: "features" as const,
      key,
      label: value,
      confidence,
    })),
    ...property_types.map(({ key, value, confidence }) => ({
      type: "property_types" as const,
      key,
      label: value,
      confidence,
    })),
  ];
}

const noCounts = (): SetCounts => ({ found: 0, stated: 0, right: 0 });

function compare(sets: SetCounts, stated: string[], truth: string[]): void {
  sets.stated += stated.length;
  sets.right += truth.length;
  sets.found += stated.filter((each) => truth.includes(each)).length;
}

function ratesOf({ found, stated, right }: SetCounts): { precision: number; recall: number } {
  return { precision: stated === 0 ? 1 : found / stated, recall: found / right };
}
