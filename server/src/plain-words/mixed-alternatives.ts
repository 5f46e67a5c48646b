import type { Claim } from "./interpretation.ts";
import type { Token } from "./tokens.ts";

const MIXED =
  'Alternatives of different kinds that are joined by "or": neither is a filter, since it would hide the other.';
const OR = /^(?:or|\/)$/;

/**
 * Without the filters of alternatives of different kinds: "Boise or 83651", "3 beds or under $400k". All filters of a search must hold,
 * so that each would hide the homes that only the other one means.
 */
export function withoutMixedAlternatives<Lists extends Record<string, readonly Claim[]>>(
  tokens: readonly Token[],
  lists: Lists,
): Lists {
  const stated = Object.values(lists)
    .flat()
    .filter((claim) => kindOf(claim) !== "")
    .sort((one, other) => one.to - other.to);
  const mixed = new Set<string>();
  for (const [nth, claim] of stated.entries()) {
    const before = stated[nth - 1];
    if (before === undefined || kindOf(before) === kindOf(claim)) continue;
    const between = tokens.slice(before.to, Math.max(before.to, claim.from));
    if (between.length !== 1 || !OR.test(between[0]?.text ?? "")) continue;
    // "2 beds/2 baths" has both.
    if (between[0]?.text === "/" && !areBothPlaces(before, claim)) continue;
    mixed.add(kindOf(before)).add(kindOf(claim));
  }
  if (mixed.size === 0) return lists;
  const unapplied = (claim: Claim): Claim =>
    mixed.has(kindOf(claim)) ? { ...claim, filters: null, why: MIXED } : claim;
  return Object.fromEntries(
    Object.entries(lists).map(([name, claims]) => [name, claims.map(unapplied)]),
  ) as unknown as Lists;
}

/** What the filters of a claim are of; "" for one without. */
function kindOf({ filters }: Claim): string {
  const names = Object.keys(filters ?? {}).map((name) => name.replace(/^(?:min|max)_/, ""));
  return [...new Set(names)].join();
}

const areBothPlaces = (...claims: Claim[]) =>
  claims.every((claim) => /^(?:city|county|zip)$/.test(kindOf(claim)));
