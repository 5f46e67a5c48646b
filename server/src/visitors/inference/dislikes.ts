import type { Asked } from "./asked.ts";
import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./preferences.ts";
import { type Shares, surprise } from "./shares.ts";

type Negative = InferredPreferences["negative"][number];

/** Turning away from fewer listings with a trait is chance. */
const FEWEST_LISTINGS = 3;
/** Of what somebody turned away from, this much has it. */
const SHARE = 0.5;
/** Chance would do it once in twenty times at most. */
const SURPRISING = 3;
/** What still draws them in more than this part of the usual is not disliked. */
const STILL_LIKED = 0.5;

export type Dislikable = {
  type: Negative["type"];
  shares: Shares;
  /** How usual a trait is, 0 to 1; undefined for what is none of ours. */
  usualOf: (key: string) => number | undefined;
  unwanted: Asked["cities"];
};

/**
 * What somebody turns away from: what most listings have that they left at once or took off their favorites, and hardly any that
 * drew them; and what their queries say no to. Nothing in `wanted` is disliked.
 */
export function inferDislikes(
  { type, shares, usualOf, unwanted }: Dislikable,
  wanted: ReadonlySet<string>,
): Negative[] {
  const keys = new Set([...shares.of.keys(), ...unwanted.keys()]);
  return [...keys].flatMap((value) => {
    const usual = usualOf(value);
    if (usual === undefined || wanted.has(value)) return [];
    const said = unwanted.get(value) ?? 0;
    const { interest = 0, aversion = 0, disliked = 0 } = shares.of.get(value) ?? {};
    const drawn = shares.interest > 0 ? interest / shares.interest : 0;
    const part = shares.aversion > 0 ? aversion / shares.aversion : 0;
    const shown =
      disliked >= FEWEST_LISTINGS &&
      part >= SHARE &&
      drawn <= usual * STILL_LIKED &&
      surprise(part, usual, shares.averted) >= SURPRISING;
    if (said === 0 && !shown) return [];
    return [{ type, value, confidence: confidenceOf(aversion + said, interest) }];
  });
}

export function mostDisliked(negatives: readonly Negative[]): Negative[] {
  return mostCertain(negatives, ({ type, value }) => `${type} ${value}`);
}
