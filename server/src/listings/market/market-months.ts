import { dayNumber, utcDay } from "../../platform/clock.ts";

/** Months of the calendar up to the current one, oldest first. */
export class MarketMonths {
  /** `2026-10`. */
  readonly names: readonly string[];
  readonly #firstDay: number;
  readonly #monthOf: Int16Array;

  constructor(now: Date, count: number) {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    const starts = Array.from(
      { length: count + 1 },
      (_, nth) => new Date(Date.UTC(year, month - count + 1 + nth, 1)),
    );
    const days = starts.map((start) => dayNumber(utcDay(start)));
    this.names = starts.slice(0, count).map((start) => utcDay(start).slice(0, 7));
    this.#firstDay = days[0] as number;
    this.#monthOf = new Int16Array((days[count] as number) - this.#firstDay);
    for (let nth = 0; nth < count; nth++) {
      this.#monthOf.fill(
        nth,
        (days[nth] as number) - this.#firstDay,
        (days[nth + 1] as number) - this.#firstDay,
      );
    }
  }

  get count(): number {
    return this.names.length;
  }

  /** The month of a day by its number from 0; -1 before the first, `count` after the last, NaN of NaN. */
  monthOf(day: number): number {
    if (Number.isNaN(day)) return Number.NaN;
    if (day < this.#firstDay) return -1;
    return this.#monthOf[day - this.#firstDay] ?? this.count;
  }
}
