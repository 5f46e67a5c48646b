import type { Claim, Filters, NotApplied } from "./interpretation.ts";
import { COMES_FROM } from "./places/place-filters.ts";
import type { FoundPlace } from "./places/place-relation.ts";
import { isNegatedAt } from "./quantities/negations.ts";
import type { Token } from "./tokens.ts";

/** The claims of a query by the step that found them. */
export type ClaimsByStep = {
  places: readonly FoundPlace[];
  /** Of each place, in the same order. */
  placeClaims: readonly Claim[];
  zips: readonly Claim[];
  statuses: readonly Claim[];
  quantities: readonly Claim[];
  /** Claims with a reason of their own. */
  others: readonly Claim[];
};

const WHY = {
  severalPlaces:
    'Several places that are not joined by "or": neither is a filter, since it would hide the other.',
  tooMany: "More than ten alternatives: none is a filter.",
  nearZip: "A postal code has no surroundings here: name a city to be near to.",
  state: "A state cannot be excluded.",
  notStatus: "A status that is not wanted is no filter: name those that are.",
  underContract:
    "Means pending as well as active under contract: neither is a filter, since it would hide the other.",
  distance: "Distances and travel times are not computed.",
  negatedNumber: "A number cannot be excluded: write a range.",
  noUnit: "Nothing says what the number counts: write 400k, 1,800 sq ft or 3 bedrooms.",
  contradiction: "Another part of the query says something else, and the first counts.",
} as const;

/** Lists what was not applied, in the order of the text. */
export function listNotApplied(
  text: string,
  tokens: readonly Token[],
  steps: ClaimsByStep,
  applied: Filters,
): NotApplied[] {
  const reasoned = [
    ...steps.placeClaims.map((claim, nth) => withWhy(claim, whyOfPlace(claim, steps.places[nth]))),
    ...steps.zips.map((claim) => withWhy(claim, whyOfZip(tokens, claim))),
    ...steps.statuses.map((claim) => withWhy(claim, whyOfStatus(tokens, claim))),
    ...steps.quantities.map((claim) => withWhy(claim, whyOfQuantity(tokens, claim))),
    ...steps.others.map((claim) => withWhy(claim, claim.why)),
  ];
  return reasoned
    .map((each) => (isOverruled(each, applied) ? withWhy(each, WHY.contradiction) : each))
    .filter((claim): claim is Claim & { why: string } => claim.why !== undefined)
    .sort((one, other) => one.from - other.from)
    .map(({ from, to, why }) => ({
      text: text.slice((tokens[from] as Token).from, (tokens[to - 1] as Token).to),
      why,
    }));
}

const withWhy = (claim: Claim, why: string | undefined): Claim => ({
  ...claim,
  ...(why !== undefined && { why }),
});

function whyOfPlace({ filters, why }: Claim, place: FoundPlace | undefined): string | undefined {
  if (why !== undefined) return why;
  if (filters !== null || place === undefined) return undefined;
  if (place.relation === "from") return COMES_FROM;
  if (place.relation === "not") return WHY.state;
  return place.relation === "in" ? WHY.severalPlaces : undefined;
}

function whyOfZip(tokens: readonly Token[], claim: Claim): string | undefined {
  if (claim.why !== undefined || claim.filters !== null) return claim.why;
  return /^(?:near|around|by)$/.test(tokens[claim.from - 1]?.text ?? "") ? WHY.nearZip : WHY.tooMany;
}

function whyOfStatus(tokens: readonly Token[], { from, filters, why }: Claim): string | undefined {
  if (why !== undefined || filters !== null) return why;
  const [first, second] = [tokens[from]?.text ?? "", tokens[from + 1]?.text ?? ""];
  if (/^(?:under contract|in escrow)$/.test(`${first} ${second}`)) return WHY.underContract;
  if (first === "sold") return ABOUT_SALES.has(second) ? undefined : WHY.notStatus;
  return first === "pending" || first === "coming" ? WHY.notStatus : undefined;
}

/** "Sold furnished" and "sold as is" are no statuses. */
const ABOUT_SALES = new Set(["as", "by", "with", "furnished"]);

const DISTANCES = /^(?:miles?|mi|minutes?|mins?|hours?|hrs?|blocks?|km|kilometers)$/;

function whyOfQuantity(tokens: readonly Token[], { from, to, filters, why }: Claim): string | undefined {
  if (why !== undefined || filters !== null) return why;
  if (isNegatedAt(tokens, from)) return WHY.negatedNumber;
  const own = tokens.slice(from, to);
  if (own.some(({ text }) => DISTANCES.test(text))) return WHY.distance;
  return own.every(({ value }) => value !== null) ? WHY.noUnit : undefined;
}

/** Whether a value of the claim is not the one that counts. */
function isOverruled({ filters }: Claim, applied: Filters): boolean {
  if (!filters) return false;
  const values = applied as Record<string, unknown>;
  return Object.entries(filters).some(
    ([name, value]) => JSON.stringify(values[name]) !== JSON.stringify(value),
  );
}
