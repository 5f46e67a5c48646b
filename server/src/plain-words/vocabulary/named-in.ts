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

/** Entries of a feed's list that mean a feature when they stand alone: by their words. */
const entries = new Map(
  Object.entries(listingFeatures).flatMap(([key, { entries: alone = "" }]) =>
    alone.split(",").map((entry) => [textsOf(entry).join(" "), key] as const),
  ),
);
entries.delete("");

/** What a text says there is, and what it says there is not. A feature that it claims anywhere is not denied. */
export type Named = {
  features: string[];
  propertyTypes: string[];
  denied: { features: string[]; propertyTypes: string[] };
};

/** The features and kinds of property that clauses name. `taken` holds, for each clause, places that mean something else. */
export function namedIn(clauses: readonly Word[][], taken: readonly ReadonlySet<number>[] = []): Named {
  const ofFeatures = clauses.flatMap((words, nth) => featureFinder.findIn(words, taken[nth]));
  const ofTypes = clauses.flatMap((words, nth) => typeFinder.findIn(words, taken[nth]));
  return {
    features: keysOf(ofFeatures, false),
    propertyTypes: keysOf(ofTypes, false),
    denied: { features: keysOf(ofFeatures, true), propertyTypes: keysOf(ofTypes, true) },
  };
}

/** Features with where they stand, clause by clause. */
export function featuresFoundIn(clauses: readonly Word[][]): Found[][] {
  return clauses.map((words) => featureFinder.findIn(words));
}

/** Kinds of property with where they stand, clause by clause. */
export function kindsFoundIn(clauses: readonly Word[][]): Found[][] {
  return clauses.map((words) => typeFinder.findIn(words));
}

/** The features that a text claims, "two acres" among them. */
export function featuresNamedIn(text: string): string[] {
  const named = keysOf(featureFinder.find(text), false);
  return saysAcres(text) && !named.includes("acreage") ? [...named, "acreage"] : named;
}

/** The feature that an entry of a feed's list means when it stands alone. */
export function featureOfEntry(entry: string): string | undefined {
  return entries.get(textsOf(entry).join(" "));
}

/** The kind of property that a name such as `Single Family Residence` or `condos` stands for. */
export function propertyTypeNamed(text: string): string | null {
  return keysOf(typeFinder.find(text.replaceAll("_", " ")), false)[0] ?? null;
}

const ACRES = /(\d[\d,]{0,8}(?:\.\d{1,4})?)\+?[\s-]{0,3}(?:acres?|ac)\b/gi;

/** An acre and more: lots of towns are told in tenths. */
export function saysAcres(text: string): boolean {
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
