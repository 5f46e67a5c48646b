import { dayNumber } from "../platform/clock.ts";
import type { PublicEvent } from "./public-history.ts";

/** Days in which the price was above the present one, both inclusive. */
export type HigherPrice = { from: number; through: number };

/**
 * When the price was above the present one, by what the public may know of the listing's past: ascending, none next to another. A day has
 * the price that its last event left; before the first event it was that of the first. A change that no event tells of is known to be
 * later than the last event alone.
 *
 * @param history newest first.
 */
export function higherPrices(price: number | null, history: readonly PublicEvent[]): HigherPrice[] {
  if (price === null) return [];
  const periods: HigherPrice[] = [];
  const steps = stepsOf(history);
  steps.forEach((step, nth) => {
    if (step.price <= price) return;
    const next = steps[nth + 1];
    const from = nth === 0 ? -Infinity : step.day;
    const through = next ? next.day - 1 : step.day;
    const before = periods.at(-1);
    if (before && before.through === from - 1) before.through = through;
    else periods.push({ from, through });
  });
  return periods;
}

/** The price from a day on, one of each day, oldest first. Sales have another kind of price. */
function stepsOf(history: readonly PublicEvent[]): { day: number; price: number }[] {
  const byDay = new Map<number, number>();
  for (const { event, date, price } of history.toReversed()) {
    if (price !== null && event !== "sold") byDay.set(dayNumber(date), price);
  }
  return [...byDay].map(([day, price]) => ({ day, price })).sort((a, b) => a.day - b.day);
}

/** As the listing index stores them: the last period in columns, those before it, which few listings have, as text. */
export type StoredHigherPrices = { higherFrom: number; higherThrough: number; earlierHigher: string };

export function storedHigherPrices(periods: readonly HigherPrice[]): StoredHigherPrices {
  const last = periods.at(-1);
  return {
    higherFrom: last?.from ?? Number.NaN,
    higherThrough: last?.through ?? Number.NaN,
    earlierHigher: periods
      .slice(0, -1)
      .map(({ from, through }) => `${from}:${through}`)
      .join(),
  };
}

/** Whether one of the periods that are stored as text has the day. */
export function hasDay(earlierHigher: string, day: number): boolean {
  if (earlierHigher === "") return false;
  return earlierHigher.split(",").some((period) => {
    const [from, through] = period.split(":").map(Number) as [number, number];
    return day >= from && day <= through;
  });
}
