import { describe, expect, it } from "vitest";
import { higherPrices } from "./price-reductions.ts";
import type { PublicEvent } from "./public-history.ts";

const FIRST = Date.UTC(2026, 0, 1) / 86_400_000;
const day = (nth: number) => new Date((FIRST + nth) * 86_400_000).toISOString().slice(0, 10);

/** Oldest first; the days are counted from a first one. */
function periods(price: number | null, events: [day: number, event: string, price: number | null][]) {
  const history: PublicEvent[] = events.map(([nth, event, price]) => ({
    event,
    date: day(nth),
    price,
    status: "Active",
  }));
  return higherPrices(price, history.reverse()).map(({ from, through }) => [from - FIRST, through - FIRST]);
}

describe("higherPrices", () => {
  it("is every day before a reduction", () => {
    expect(
      periods(450, [
        [10, "listed", 500],
        [20, "price_changed", 450],
      ]),
    ).toEqual([[-Infinity, 19]]);
  });

  it("leaves out the days on which the price was lower", () => {
    const rise: [number, string, number][] = [
      [10, "listed", 400],
      [20, "price_changed", 500],
      [30, "price_changed", 420],
      [40, "price_changed", 480],
      [50, "price_changed", 450],
    ];
    expect(periods(450, rise)).toEqual([
      [20, 29],
      [40, 49],
    ]);
    expect(periods(390, rise)).toEqual([[-Infinity, 50]]);
    expect(periods(500, rise)).toEqual([]);
  });

  it("takes the last event of a day, and no price of a sale", () => {
    expect(
      periods(450, [
        [10, "listed", 500],
        [10, "price_changed", 440],
        [15, "sold", 900],
        [20, "status_changed", 450],
      ]),
    ).toEqual([]);
  });

  it("knows of a change without an event only that it came after the last one", () => {
    expect(periods(450, [[10, "listed", 500]])).toEqual([[-Infinity, 10]]);
    expect(periods(null, [[10, "listed", 500]])).toEqual([]);
    expect(periods(450, [])).toEqual([]);
  });
});
