import type { ListingTraits } from "../../plain-words/index.ts";
import type { ListingEvidence } from "./evidence.ts";

/** The share of a visitor's interest and aversion that goes to listings with a trait. */
export type Share = { interest: number; liked: number; aversion: number; disliked: number };

export type Shares = {
  /** By key. */
  of: Map<string, Share>;
  interest: number;
  aversion: number;
  /** Effective number of listings, weighted by interest. */
  listings: number;
  /** Number of rejected listings. */
  averted: number;
};

/** Computes the shares of all traits in one pass. Skips listings for which `keysOf` returns null (unknown). */
export function sharesOf(
  evidence: readonly ListingEvidence[],
  keysOf: (traits: ListingTraits) => readonly string[] | null,
): Shares {
  const of = new Map<string, Share>();
  let [interest, aversion, squares, averted] = [0, 0, 0, 0];
  for (const each of evidence) {
    const keys = keysOf(each.traits);
    if (keys === null) continue;
    interest += each.interest;
    aversion += each.aversion;
    squares += each.interest ** 2;
    if (each.aversion > 0) averted++;
    for (const key of new Set(keys)) {
      const share = of.get(key) ?? { interest: 0, liked: 0, aversion: 0, disliked: 0 };
      share.interest += each.interest;
      share.aversion += each.aversion;
      if (each.interest > 0) share.liked++;
      if (each.aversion > 0) share.disliked++;
      of.set(key, share);
    }
  }
  return { of, interest, aversion, listings: squares > 0 ? interest ** 2 / squares : 0, averted };
}

/**
 * How improbable a share of that many listings is by chance: at most e to the power of minus this (Chernoff bound); 0
 * when the share is not above the usual one. The usual share is taken as at least 3 %, because traits that feeds omit
 * appear rare.
 */
export function surprise(share: number, usual: number, listings: number): number {
  const chance = Math.min(0.97, Math.max(0.03, usual));
  if (!(share > chance)) return 0;
  const missing = share >= 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return listings * (share * Math.log(share / chance) + missing);
}
