import type { Claim } from "../interpretation.ts";
import { PhraseTable, type Token } from "../tokens.ts";
import { cueAfter } from "./cues.ts";
import { numberAt } from "./numbers.ts";
import { boundsOfQuantity, type Quantity, quantityAt } from "./quantity-at.ts";

/** Plausible dollars for a square foot. */
const [MIN_PRICE, MAX_PRICE] = [10, 20_000];
const FEET = [
  "sqft",
  "sq ft",
  "sq . ft",
  "sq . ft .",
  "sq foot",
  "square foot",
  "square feet",
  "square ft",
  "sf",
  "foot",
  "ft",
];
const units = new PhraseTable<true>([
  [
    true,
    ["psf", ...FEET.flatMap((feet) => [`per ${feet}`, `/ ${feet}`, `a ${feet}`, `each ${feet}`])].join(),
  ],
]);
const labels = new PhraseTable<true>([
  [
    true,
    [
      "ppsf",
      ...FEET.flatMap((feet) => [
        `price per ${feet}`,
        `price / ${feet}`,
        `cost per ${feet}`,
        `dollars per ${feet}`,
        `$ / ${feet}`,
        `$ per ${feet}`,
      ]),
    ].join(),
  ],
]);
const MAX_BETWEEN = 5;

/** Finds what a square foot is to cost: "below $250 per sqft", "price per square foot under 250". `taken` are tokens with another meaning. */
export function findPricesPerSqft(tokens: readonly Token[], taken: ReadonlySet<number>): Claim[] {
  const claims: Claim[] = [];
  let floor = 0;
  for (let index = 0; index < tokens.length; index++) {
    const claim = taken.has(index) ? null : (labeledAt(tokens, index) ?? pricedAt(tokens, index, floor));
    if (claim) {
      claims.push(claim);
      index = claim.to - 1;
    }
    if (claim || taken.has(index) || /^[,;!?()|]$/.test(tokens[index]?.text ?? "")) floor = index + 1;
  }
  return claims;
}

function labeledAt(tokens: readonly Token[], index: number): Claim | null {
  const label = labels.at(tokens, index);
  if (!label) return null;
  for (let at = label.next; at <= label.next + MAX_BETWEEN; at++) {
    const quantity = numberAt(tokens, at) && quantityAt(tokens, at, label.next);
    if (!quantity) continue;
    const isNext = tokens
      .slice(label.next, quantity.from)
      .every(({ text }) => /^(?:is|of|:|to be|,)$/.test(text));
    return isNext && quantity.unit === null ? claimOf(quantity, index, quantity.to) : null;
  }
  return null;
}

function pricedAt(tokens: readonly Token[], index: number, floor: number): Claim | null {
  const quantity = numberAt(tokens, index) && quantityAt(tokens, index, floor);
  if (!quantity || quantity.unit !== null) return null;
  const unit = units.at(tokens, quantity.numbers.at(-1)?.next ?? quantity.to);
  if (!unit) return null;
  const behind = cueAfter(tokens, unit.next);
  return claimOf({ ...quantity, cue: quantity.cue ?? behind.cue }, quantity.from, behind.next);
}

function claimOf(quantity: Quantity, from: number, to: number): Claim | null {
  const values = quantity.numbers.map(({ value }) => value);
  if (values.some((value) => value < MIN_PRICE || value > MAX_PRICE)) return null;
  const { min, max } = boundsOfQuantity(quantity, "price", values);
  return {
    from,
    to,
    filters: {
      ...(min !== null && { min_price_per_sqft: min }),
      ...(max !== null && { max_price_per_sqft: max }),
    },
    isName: true,
  };
}
