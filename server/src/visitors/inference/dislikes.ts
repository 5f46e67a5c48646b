import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./events.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import { type Shares, surprise } from "./shares.ts";

type Negative = InferredPreferences["negative"][number];

/** Rejecting fewer listings with a trait can be chance. */
const MIN_LISTINGS = 3;
/** The least share of rejected listings that must have the trait. */
const MIN_SHARE = 0.5;
/** The least surprise: chance produces it at most once in twenty times. */
const MIN_SURPRISE = 3;
/** A trait is not disliked when its share of interest exceeds this part of the usual share. */
const MAX_LIKED_RATIO = 0.5;

export type DislikeInput = {
  type: Negative["type"];
  shares: Shares;
  /** How usual a trait is, 0 to 1; undefined for a key outside the vocabulary. */
  usualOf: (key: string) => number | undefined;
  unwanted: ExplicitCriteria["cities"];
};

/**
 * Infers dislikes: traits of most listings that the visitor left at once or removed from the favorites, and of hardly
 * any that drew interest; and what queries rule out. Nothing in `wanted` is disliked.
 */
export function inferDislikes(
  { type, shares, usualOf, unwanted }: DislikeInput,
  wanted: ReadonlySet<string>,
): Negative[] {
  const keys = new Set([...shares.of.keys(), ...unwanted.keys()]);
  return [...keys].flatMap((value) => {
    const usual = usualOf(value);
    if (usual === undefined || wanted.has(value)) return [];
    const queried = unwanted.get(value) ?? 0;
    const { interest = 0, aversion = 0, disliked = 0 } = shares.of.get(value) ?? {};
    const drawn = shares.interest > 0 ? interest / shares.interest : 0;
    const part = shares.aversion > 0 ? aversion / shares.aversion : 0;
    const isShown =
      disliked >= MIN_LISTINGS &&
      part >= MIN_SHARE &&
      drawn <= usual * MAX_LIKED_RATIO &&
      surprise(part, usual, shares.averted) >= MIN_SURPRISE;
    if (queried === 0 && !isShown) return [];
    return [{ type, value, confidence: confidenceOf(aversion + queried, interest) }];
  });
}

export function sortDislikes(negatives: readonly Negative[]): Negative[] {
  return mostCertain(negatives, ({ type, value }) => `${type} ${value}`);
}
