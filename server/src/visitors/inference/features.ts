import { listingFeatures as features } from "../../models/index.ts";
import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./events.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import { type Share, type Shares, surprise } from "./shares.ts";

/** The least surprise: chance produces it at most once in a hundred times, because some seventy features are tested. */
const MIN_SURPRISE = 4.6;
const MIN_SHARE = 0.5;
const MIN_LISTINGS = 3;
/** Interest in homes without the feature counts against it by this factor: feeds often omit features. */
const ABSENCE_FACTOR = 0.4;

const NO_SHARE: Share = { interest: 0, liked: 0, aversion: 0, disliked: 0 };

/** Infers features that listings of interest have far more often than usual, and those the visitor asked for. */
export function inferFeatures(
  shares: Shares,
  explicit: ExplicitCriteria["features"],
  unwanted: ExplicitCriteria["features"],
): InferredPreferences["features"] {
  const keys = new Set([...shares.of.keys(), ...explicit.keys()]);
  const claims = [...keys].flatMap((key) => {
    const known = Object.hasOwn(features, key) ? features[key] : undefined;
    if (!known) return [];
    const explicitWeight = explicit.get(key) ?? 0;
    const share = shares.of.get(key) ?? NO_SHARE;
    const part = shares.interest > 0 ? share.interest / shares.interest : 0;
    const isShown =
      part >= MIN_SHARE &&
      share.liked >= MIN_LISTINGS &&
      surprise(part, known.usual, shares.listings) >= MIN_SURPRISE;
    if (explicitWeight === 0 && !isShown) return [];
    const without = (shares.interest - share.interest) * ABSENCE_FACTOR;
    const against = without + share.aversion * part + (unwanted.get(key) ?? 0);
    // A feature that half of all homes have matches by chance half of the time.
    const informativeness = explicitWeight > 0 ? 1 : 1 - known.usual / 2;
    const confidence = confidenceOf(share.interest + explicitWeight, against, informativeness);
    return [{ key, value: known.label, confidence }];
  });
  return mostCertain(claims, ({ key }) => key);
}
