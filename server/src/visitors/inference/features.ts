import { listingFeatures as features } from "../../models/index.ts";
import type { Asked } from "./asked.ts";
import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./preferences.ts";
import { type Share, type Shares, surprise } from "./shares.ts";

/** Chance would do it once in a hundred times at most; there are some seventy features to do it with. */
const SURPRISING = 4.6;
const SHARE = 0.5;
const FEWEST_LISTINGS = 3;
/** The part of interest in homes without it that speaks against it: feeds forget to name features. */
const WITHOUT = 0.4;

const NONE: Share = { interest: 0, liked: 0, aversion: 0, disliked: 0 };

/** Features that what drew somebody has far more often than homes have them, and those they have asked for. */
export function inferFeatures(
  shares: Shares,
  asked: Asked["features"],
  unwanted: Asked["features"],
): InferredPreferences["features"] {
  const keys = new Set([...shares.of.keys(), ...asked.keys()]);
  const claims = [...keys].flatMap((key) => {
    const known = Object.hasOwn(features, key) ? features[key] : undefined;
    if (!known) return [];
    const said = asked.get(key) ?? 0;
    const share = shares.of.get(key) ?? NONE;
    const part = shares.interest > 0 ? share.interest / shares.interest : 0;
    const shown =
      part >= SHARE &&
      share.liked >= FEWEST_LISTINGS &&
      surprise(part, known.usual, shares.listings) >= SURPRISING;
    if (said === 0 && !shown) return [];
    const without = (shares.interest - share.interest) * WITHOUT;
    const against = without + share.aversion * part + (unwanted.get(key) ?? 0);
    // What half of all homes have is agreed to by chance half of the time.
    const tells = said > 0 ? 1 : 1 - known.usual / 2;
    const confidence = confidenceOf(share.interest + said, against, tells);
    return [{ key, value: known.label, confidence }];
  });
  return mostCertain(claims, ({ key }) => key);
}
