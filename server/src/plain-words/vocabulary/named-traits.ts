import {
  listingFeatures,
  misleadingFeaturePhrases,
  misleadingTypePhrases,
  propertyTypes,
  textsOf,
  type Word,
} from "../../models/index.ts";
import { type Found, PhraseFinder } from "./phrase-finder.ts";

const pairsOf = (vocabulary: Record<string, { words: string }>) =>
  Object.entries(vocabulary).map(([key, { words }]) => [key, words] as const);

const featureFinder = new PhraseFinder([[null, misleadingFeaturePhrases], ...pairsOf(listingFeatures)]);
const typeFinder = new PhraseFinder([[null, misleadingTypePhrases], ...pairsOf(propertyTypes)]);

/** Entries of a feed's list that mean a feature on their own. */
const entries = new Map(
  Object.entries(listingFeatures).flatMap(([key, { entries: alone = "" }]) =>
    alone.split(",").map((entry) => [textsOf(entry).join(" "), key] as const),
  ),
);
entries.delete("");

/** Features and property types that a text names, and those that it denies. What it claims anywhere is not denied. */
export type NamedTraits = {
  features: string[];
  propertyTypes: string[];
  denied: { features: string[]; propertyTypes: string[] };
};

/**
 * Finds the features and property types that clauses name. `taken` has, per clause, the positions with another
 * meaning.
 */
export function findNamedTraits(
  clauses: readonly Word[][],
  taken: readonly ReadonlySet<number>[] = [],
): NamedTraits {
  const ofFeatures = clauses.flatMap((words, nth) => featureFinder.findIn(words, taken[nth]));
  const ofTypes = clauses.flatMap((words, nth) => typeFinder.findIn(words, taken[nth]));
  return {
    features: keysOf(ofFeatures, false),
    propertyTypes: keysOf(ofTypes, false),
    denied: { features: keysOf(ofFeatures, true), propertyTypes: keysOf(ofTypes, true) },
  };
}

/** Locates features in each clause. */
export function locateFeatures(clauses: readonly Word[][]): Found[][] {
  return clauses.map((words) => featureFinder.findIn(words));
}

/** Locates property types in each clause. */
export function locatePropertyTypes(clauses: readonly Word[][]): Found[][] {
  return clauses.map((words) => typeFinder.findIn(words));
}

/** Finds the features that a text claims, including "two acres". */
export function findFeatures(text: string): string[] {
  const named = keysOf(featureFinder.find(text), false);
  return mentionsAcreage(text) && !named.includes("acreage") ? [...named, "acreage"] : named;
}

/** The feature that an entry of a feed's list means on its own. */
export function featureByEntry(entry: string): string | undefined {
  return entries.get(textsOf(entry).join(" "));
}

/** The property type of a name such as `Single Family Residence` or `condos`. */
export function propertyTypeByName(text: string): string | null {
  return keysOf(typeFinder.find(text.replaceAll("_", " ")), false)[0] ?? null;
}

const ACRES = /(\d[\d,]{0,8}(?:\.\d{1,4})?)\+?[\s-]{0,3}(?:acres?|ac)\b/gi;

/** Whether a text names one acre or more. City lots are given in tenths of an acre. */
export function mentionsAcreage(text: string): boolean {
  for (const [, amount] of text.matchAll(ACRES)) {
    if (Number((amount as string).replaceAll(",", "")) >= 1) return true;
  }
  return false;
}

function keysOf(found: readonly Found[], denied: boolean): string[] {
  const claimed = new Set(found.flatMap((each) => (each.key !== null && !each.denied ? [each.key] : [])));
  if (!denied) return [...claimed];
  const taken = found.flatMap((each) =>
    each.key !== null && each.denied && !claimed.has(each.key) ? [each.key] : [],
  );
  return [...new Set(taken)];
}
