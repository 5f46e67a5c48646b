import type { Claim, KnownPlaces } from "../interpretation.ts";
import { cueBefore } from "../quantities/cues.ts";
import { unitAt } from "../quantities/measures.ts";
import { negationBefore } from "../quantities/negations.ts";
import { PhraseTable, type Token } from "../tokens.ts";
import { MAX_ALTERNATIVES } from "./place-filters.ts";

const zipLabels = new PhraseTable<true>([
  [
    true,
    "zip, zipcode, zip code, zip codes, zipcodes, postal code, postcode, zip :, zipcode :, zip code :, zip is, zip code is",
  ],
]);
const NO_SUCH_ZIP = "No listing has that postal code.";
const codes = new WeakMap<readonly string[], ReadonlySet<string>>();

function codesOf(zips: readonly string[]): ReadonlySet<string> {
  const known = codes.get(zips) ?? new Set(zips);
  codes.set(zips, known);
  return known;
}

/**
 * Finds postal codes: five digits that listings have, that are labeled as one, that follow a place, or that stand where one does. Of
 * several that are wanted a home has one.
 */
export function findZips(
  tokens: readonly Token[],
  known: KnownPlaces,
  places: readonly { to: number }[],
): Claim[] {
  const ends = new Set(places.map(({ to }) => to));
  const claims: Claim[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!/^\d{5}$/.test(token.written) || tokens[at - 1]?.text === "$" || unitAt(tokens, at + 1)) continue;
    const name = zipLabels.before(tokens, at);
    const { cue } = cueBefore(tokens, at, 0);
    const isMoney = cue !== null && cue !== "near" && cue !== "from";
    const isKnown =
      codesOf(known.zips).has(token.written) &&
      !isMoney &&
      !/^(?:k|thousand|-)$/.test(tokens[at + 1]?.glued ? (tokens[at + 1]?.text ?? "") : "");
    const isPlusFour = tokens[at + 1]?.text === "-" && /^\d{4}$/.test(tokens[at + 2]?.written ?? "");
    const isBehind = ends.has(at) || (tokens[at - 1]?.text === "," && ends.has(at - 1));
    const isMeant = isBehind || (!isMoney && isZipPosition(tokens, at));
    if (!name && !isKnown && !isMeant && !(isPlusFour && codesOf(known.zips).has(token.written))) continue;
    const isNear = ["near", "around", "by"].includes(tokens[(name?.from ?? at) - 1]?.text ?? "");
    const from = name?.from ?? at;
    const isListed = codesOf(known.zips).has(token.written);
    const to = isPlusFour ? at + 3 : at + 1;
    const no = isNear ? null : negationBefore(tokens, from);
    if (no !== null)
      claims.push({ from: no, to, filters: {}, denies: { zips: [token.written] }, isName: true });
    else if (!isListed) claims.push({ from, to, filters: {}, isName: true, why: NO_SUCH_ZIP });
    else claims.push({ from, to, filters: isNear ? null : { zip: token.written }, isName: true });
  }
  const wanted = [...new Set(claims.flatMap(({ filters }) => filters?.zip ?? []))];
  if (wanted.length < 2) return claims;
  return claims.map((claim) => {
    if (claim.filters?.zip === undefined) return claim;
    return { ...claim, filters: wanted.length > MAX_ALTERNATIVES ? null : { zip: wanted } };
  });
}

const BEFORE_ZIPS = new Set([
  ..."in near around by or and not outside , / & house home houses homes condo condos property properties listing listings".split(
    " ",
  ),
]);
const BEHIND_ZIPS = /^(?:[,/&.;]|or|and|with|under|over|below|for|near)$/;

/** Where five digits are a postal code that no listing has: "homes in 99999", "99999 or 83702". */
function isZipPosition(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (tokens[at]?.glued || (next?.glued && !/^[,.;/]$/.test(next.text))) return false;
  return (
    (before === undefined || BEFORE_ZIPS.has(before.text)) &&
    (next === undefined || BEHIND_ZIPS.test(next.text))
  );
}
