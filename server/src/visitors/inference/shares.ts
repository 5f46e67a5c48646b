import type { ListingTraits } from "../../plain-words/index.ts";
import type { ListingEvidence } from "./evidence.ts";

/** How much of somebody's interest, and of their aversion, has a trait. */
export type Share = { interest: number; liked: number; aversion: number; disliked: number };

export type Shares = {
  /** By key. */
  of: Map<string, Share>;
  interest: number;
  aversion: number;
  /** As how many equally interesting listings they count. */
  listings: number;
  /** Listings that somebody turned away from. */
  averted: number;
};

/** One pass over the evidence, whatever traits there are. Listings of which `keysOf` knows nothing (null) are left out. */
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
 * How little chance explains a share of so many listings: it would bring one about at most once in e to this power (Chernoff's
 * bound); 0 where the share is no more than usual. No trait is taken for rarer than 3 %, because what feeds leave out looks rare.
 */
export function surprise(share: number, usual: number, listings: number): number {
  const chance = Math.min(0.97, Math.max(0.03, usual));
  if (!(share > chance)) return 0;
  const missing = share >= 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return listings * (share * Math.log(share / chance) + missing);
}
