import type { Claim, Filters } from "./interpretation.ts";
import type { Token } from "./tokens.ts";

/** A home without an owners' association costs nothing a month for one, which its listing says in figures. */
export const WITHOUT_ASSOCIATION: Filters = { max_hoa_monthly: 0 };

const NEGATIONS = /^(?:no|not|without|zero|avoid|neither|nor)$/;
const BETWEEN = /^(?:a|an|any|the|in|have|having|want|monthly|mandatory|required)$/;
const MAX_BETWEEN = 3;
const NAME = /^(?:hoas?|association)$/;
const FEES = /^(?:fees?|dues|payments?|costs?)$/;

/** Whether a query names an owners' association, so that the feature "no HOA" in it is not one of covenants alone. */
export const namesAssociation = (tokens: readonly Token[]) => tokens.some(({ text }) => NAME.test(text));

/**
 * Finds denials of an owners' association that no phrase of the vocabulary has: "without an HOA", "avoid any HOA fees". `taken` are tokens
 * of a limit on its dues, "no HOA over $200"; `denied` those of features that the query denies.
 */
export function findAssociationDenials(
  tokens: readonly Token[],
  taken: ReadonlySet<number>,
  denied: ReadonlySet<number>,
): Claim[] {
  const claims: Claim[] = [];
  for (const [index, { text }] of tokens.entries()) {
    // "No pool or HOA".
    const isListed = /^(?:or|nor|,)$/.test(text) && denied.has(index - 1);
    if ((!NEGATIONS.test(text) && !isListed) || taken.has(index)) continue;
    let at = index + 1;
    while (at <= index + MAX_BETWEEN && BETWEEN.test(tokens[at]?.text ?? "")) at++;
    if (/^(?:home|property)?owners?$/.test(tokens[at]?.text ?? "")) at++;
    if (!NAME.test(tokens[at]?.text ?? "")) continue;
    const to = FEES.test(tokens[at + 1]?.text ?? "") ? at + 2 : at + 1;
    claims.push({ from: index, to, filters: WITHOUT_ASSOCIATION });
  }
  return claims;
}
