import type { Claim, ListingStatus } from "./interpretation.ts";
import { isNegatedAt } from "./quantities/negations.ts";
import { PhraseTable, type Token } from "./tokens.ts";

/**
 * "Under contract" means pending or active under contract, so a filter for one would hide the other. "For sale" is no
 * filter either: every search means it.
 */
const statuses = new PhraseTable<ListingStatus | null>([
  [
    null,
    "sold as is, sold as, being sold, not yet sold, sold by, sold furnished, sold with, active adult, active lifestyle, active community, can be sold, under contract, in escrow",
  ],
  ["Sold", "sold, recently sold, just sold, already sold, recent sales, closed sales, sold comps"],
  ["Pending", "pending, sale pending, pending sale, pending sales, contract pending"],
  ["Coming Soon", "coming soon"],
  ["Active Under Contract", "active under contract"],
  [
    "Active",
    "active, active listing, active listings, still available, currently available, available now, still for sale, currently for sale, still on the market, currently on the market",
  ],
]);
/** Nouns with which "active" is a status and not a lifestyle. */
const ACTIVE_NOUNS = new Set([
  "homes",
  "houses",
  "condos",
  "properties",
  "status",
  "only",
  "townhomes",
  "land",
  "lots",
  "in",
  "under",
]);

/** Finds the statuses that a query asks for. A home has one of several. */
export function findStatuses(tokens: readonly Token[], taken: ReadonlySet<number>): Claim[] {
  const claims: Claim[] = [];
  for (let index = 0; index < tokens.length; ) {
    const found = taken.has(index) ? undefined : statuses.at(tokens, index);
    if (found) {
      const next = tokens[found.next]?.text;
      const isVague =
        tokens[index]?.text === "active" &&
        found.next === index + 1 &&
        next !== undefined &&
        !ACTIVE_NOUNS.has(next) &&
        !isBesideStatus(tokens, index);
      const isWanted = found.meaning !== null && !isVague && !isNegatedAt(tokens, index);
      claims.push({
        from: index,
        to: found.next,
        filters: isWanted ? { status: found.meaning as ListingStatus } : null,
      });
    }
    index = found?.next ?? index + 1;
  }
  const wanted = [...new Set(claims.flatMap(({ filters }) => filters?.status ?? []))];
  if (wanted.length < 2) return claims;
  return claims.map((claim) => (claim.filters ? { ...claim, filters: { status: wanted } } : claim));
}

/** "Active or pending": joined to another status. */
function isBesideStatus(tokens: readonly Token[], index: number): boolean {
  return (
    JOINTS.test(tokens[index + 1]?.text ?? "") && (statuses.at(tokens, index + 2)?.meaning ?? null) !== null
  );
}
const JOINTS = /^(?:or|and|&|,|\/)$/;
