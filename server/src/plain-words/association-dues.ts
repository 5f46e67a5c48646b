import type { Claim, Filters } from "./interpretation.ts";
import { numberAt } from "./quantities/numbers.ts";
import { boundsOfQuantity, type Quantity, quantityAt } from "./quantities/quantity-at.ts";
import { PhraseTable, type Token } from "./tokens.ts";

/** Dues a month beyond these limits are none: a price beside "HOA", a number of homes. */
const [MIN_DUES, MAX_DUES] = [5, 5_000];
const MAX_BETWEEN = 6;
/** "Around $200" includes dues that are a tenth higher, and any that are lower. */
const NEAR_FACTOR = 1.1;

const names = new PhraseTable<true>([
  [
    true,
    `hoa, hoas, hoa fee, hoa fees, hoa dues, hoa payment, hoa payments, hoa cost, hoa costs, hoa amount, association fee, association fees,
    association dues, homeowners association fee, homeowners association fees, homeowners association dues, homeowners dues,
    condo fee, condo fees, condo dues, monthly hoa, monthly hoa fee, monthly hoa fees, monthly hoa dues, annual hoa, annual hoa fee,
    annual hoa fees, annual hoa dues, yearly hoa, yearly hoa fees, yearly hoa dues`,
  ],
]);
const periods = new PhraseTable<number>([
  [1, "a month, per month, each month, / month, / mo, monthly, a mo, per mo, mo, month, / mth, pm"],
  [3, "a quarter, per quarter, / quarter, / qtr, quarterly"],
  [
    12,
    "a year, per year, each year, / year, / yr, yearly, annually, a yr, per yr, per annum, annual, year, yr",
  ],
]);
/** Words between the name and its amount: "HOA fees that are under $200", "under $200 for the HOA". */
const FILLERS = new Set(
  "is are of that be being at to the a an for in with and , : = - must should stay stays has have ( ) dollars bucks usd $ it they".split(
    " ",
  ),
);
const NEGATIONS = new Set(["no", "not", "without", "avoid", "never"]);

/**
 * Finds limits on what an owners' association costs a month: "HOA under 200", "less than $1,200 a year in HOA dues", "no HOA over $150".
 * `taken` are tokens with another meaning.
 */
export function findAssociationDues(tokens: readonly Token[], taken: ReadonlySet<number>): Claim[] {
  const claims: Claim[] = [];
  let floor = 0;
  for (let index = 0; index < tokens.length; index++) {
    const named = names.at(tokens, index);
    if (!named || taken.has(index)) continue;
    const span = { from: index, to: named.next };
    const claim = duesBehind(tokens, span, taken) ?? duesBefore(tokens, span, { floor, taken });
    if (!claim) continue;
    claims.push(claim);
    floor = claim.to;
    index = claim.to - 1;
  }
  return claims;
}

type Span = { from: number; to: number };

/** "HOA under 200 a month". */
function duesBehind(tokens: readonly Token[], name: Span, taken: ReadonlySet<number>): Claim | null {
  for (let index = name.to; index <= Math.min(tokens.length - 1, name.to + MAX_BETWEEN); index++) {
    if (taken.has(index)) return null;
    const quantity = numberAt(tokens, index) && quantityAt(tokens, index, name.to);
    if (!quantity) continue;
    if (!areFillers(tokens, name.to, quantity.from)) return null;
    const isPeriod = quantity.unit === null || quantity.unit.measure === "other";
    const after = quantity.unit === null ? quantity.to : (quantity.numbers.at(-1)?.next ?? quantity.to);
    if (!isPeriod || isOwnedByNext(tokens, after, quantity)) return null;
    const period = periods.at(tokens, after);
    const months = period?.meaning ?? monthsOfName(tokens, name);
    return claimOf(tokens, quantity, { from: name.from, to: period?.next ?? after, months });
  }
  return null;
}

/** A number of years or rooms is none of dues: "HOA, 3 bed". */
const isOwnedByNext = (tokens: readonly Token[], after: number, { unit }: Quantity) =>
  unit !== null && periods.at(tokens, after) === undefined;

/** "Under $200 a month in HOA fees". */
function duesBefore(
  tokens: readonly Token[],
  name: Span,
  { floor, taken }: { floor: number; taken: ReadonlySet<number> },
): Claim | null {
  for (let index = name.from - 1; index >= Math.max(floor, name.from - MAX_BETWEEN); index--) {
    if (taken.has(index) || /^[,;!?()|]$/.test(tokens[index]?.text ?? "")) return null;
    if (tokens[index]?.value === null) continue;
    const quantity = quantityAt(tokens, index, floor);
    if (!quantity || (quantity.unit !== null && quantity.unit.measure !== "other")) return null;
    const after = quantity.unit === null ? quantity.to : (quantity.numbers.at(-1)?.next ?? quantity.to);
    const period = periods.at(tokens, after);
    if (quantity.unit !== null && period === undefined) return null;
    if (!areFillers(tokens, period?.next ?? after, name.from)) return null;
    const months = period?.meaning ?? monthsOfName(tokens, name);
    return claimOf(tokens, quantity, { from: quantity.from, to: name.to, months });
  }
  return null;
}

function areFillers(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).every(({ text }) => FILLERS.has(text));
}

/** "Annual HOA under $600". */
const monthsOfName = (tokens: readonly Token[], { from, to }: Span) =>
  tokens.slice(from, to).some(({ text }) => text === "annual" || text === "yearly") ? 12 : 1;

function claimOf(
  tokens: readonly Token[],
  quantity: Quantity,
  { from, to, months }: Span & { months: number },
): Claim | null {
  const values = quantity.numbers.map(({ value }) => Math.round((value / months) * 100) / 100);
  if (values.some((value) => value < MIN_DUES || value > MAX_DUES)) return null;
  const isDenied = NEGATIONS.has(tokens[from - 1]?.text ?? "");
  const filters = filtersOf(quantity, values, isDenied);
  return filters && { from: isDenied ? from - 1 : from, to, filters, isName: true };
}

function filtersOf(quantity: Quantity, values: number[], isDenied: boolean): Filters | null {
  const { cue } = quantity;
  const [value = 0] = values;
  if (isDenied) return cue === "more" || cue === "least" ? { max_hoa_monthly: value } : null;
  if (cue === "near") return { max_hoa_monthly: Math.round(value * NEAR_FACTOR) };
  // "A $200 HOA" says what is paid for one, not what is looked for.
  if (cue === null && values.length === 1) return null;
  const { min, max } = boundsOfQuantity(quantity, "price", values);
  return {
    ...(min !== null && { min_hoa_monthly: min }),
    ...(max !== null && { max_hoa_monthly: max }),
  };
}
