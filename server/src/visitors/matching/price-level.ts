import { PhraseFinder } from "../../plain-words/index.ts";
import type { Wish } from "./match-criteria.ts";

export type PriceLevel = "high" | "low";

/** Approximate median price in the country; the default when the median price of the area is unknown. */
const USUAL_PRICE = 425_000;
const HIGH = 1.75;
const LOW = 0.8;

const finder = new PhraseFinder([
  [
    "high",
    `luxury, luxurious, luxury home, luxury property, high end, upscale, executive home, estate home, fine home,
    million dollar, million dollar home, mansion, premier property, distinctive home`,
  ],
  [
    "low",
    `first time buyer, first time home buyer, first time homebuyer, first home, starter home, affordable, affordable home,
    entry level, fha, fha loan, down payment assistance, low income, budget`,
  ],
]);

/** The price levels that a text names. */
export function priceLevelsIn(text: string): PriceLevel[] {
  const found = finder
    .find(text)
    .flatMap(({ key, denied }) => (key === null || denied ? [] : [key as PriceLevel]));
  return [...new Set(found)];
}

/** Whether a range is well above or below the usual price; null in between, where agents do not specialize. */
export function priceLevelOf(
  { min = null, max = null }: Wish,
  usualPrice: number | null = null,
): PriceLevel | null {
  const usual = usualPrice !== null && usualPrice > 0 ? usualPrice : USUAL_PRICE;
  const middle = min !== null && max !== null ? (min + max) / 2 : (min ?? max);
  if (middle === null) return null;
  if (middle >= usual * HIGH) return "high";
  return max !== null && middle <= usual * LOW ? "low" : null;
}
