import { setImmediate } from "node:timers/promises";
import type { MarketMonth, Median } from "./market.schemas.ts";
import type { MarketMonths } from "./market-months.ts";
import type { SaleFacts, Span } from "./sale-facts.ts";

/** Of fewer values a statistic would tell of single homes. */
const LEAST = 5;

const MEASURES = [
  "median_list_price",
  "median_sold_price",
  "median_price_per_sqft",
  "median_days_on_market",
  "sale_to_list",
] as const;
type Measure = (typeof MEASURES)[number];

/** The figures of a market by month, which listings are added to one by one. */
export class MarketFigures {
  readonly #months: MarketMonths;
  readonly #values: Record<Measure, number[][]>;
  readonly #new: Int32Array;
  readonly #sold: Int32Array;
  /** By month how many more listings are Active at its end than at the end of the month before. */
  readonly #activeChange: Int32Array;
  #activeNow = 0;

  constructor(months: MarketMonths) {
    this.#months = months;
    const byMonth = () => Array.from({ length: months.count }, (): number[] => []);
    this.#values = Object.fromEntries(MEASURES.map((measure) => [measure, byMonth()])) as Record<
      Measure,
      number[][]
    >;
    this.#new = new Int32Array(months.count);
    this.#sold = new Int32Array(months.count);
    this.#activeChange = new Int32Array(months.count + 1);
  }

  /** @param facts without what is not shown. */
  add(facts: SaleFacts, isActive: boolean): void {
    const listed = this.#months.monthOf(facts.listDay);
    if (listed >= 0 && listed < this.#months.count) {
      this.#count(this.#new, listed);
      this.#note("median_list_price", listed, facts.listedPrice);
    }
    const sold = this.#months.monthOf(facts.soldDay);
    if (sold >= 0 && sold < this.#months.count) {
      this.#count(this.#sold, sold);
      this.#note("median_sold_price", sold, facts.soldPrice);
      this.#note("median_price_per_sqft", sold, facts.soldPrice / (facts.sqft || Number.NaN));
      this.#note("median_days_on_market", sold, facts.daysOnMarket);
      this.#note("sale_to_list", sold, facts.soldPrice / (facts.listPrice || Number.NaN));
    }
    for (const span of facts.active) this.#addSpan(span);
    if (isActive) this.#activeNow++;
  }

  /** Some milliseconds of work at a time. */
  async months(): Promise<MarketMonth[]> {
    const figures: MarketMonth[] = [];
    let active = 0;
    for (const [nth, month] of this.#months.names.entries()) {
      active += this.#activeChange[nth] as number;
      const isCurrent = nth === this.#months.count - 1;
      const medians = Object.fromEntries(
        MEASURES.map((measure) => [measure, medianOf(this.#values[measure][nth] as number[])]),
      ) as Record<Measure, Median>;
      const counts = {
        new: this.#new[nth] as number,
        sold: this.#sold[nth] as number,
        active: isCurrent ? this.#activeNow : active,
      };
      const months_of_supply = counts.sold < LEAST ? null : counts.active / counts.sold;
      figures.push({ month, ...medians, ...counts, months_of_supply });
      await setImmediate();
    }
    return figures;
  }

  /** It is Active at the end of the month in which a span begins, and of those before the one in which it ends. */
  #addSpan({ from, to }: Span): void {
    const first = Math.max(0, this.#months.monthOf(from));
    const end = Number.isNaN(to) ? Number.NaN : Math.max(0, this.#months.monthOf(to));
    if (!(first < end)) return;
    this.#activeChange[first] = (this.#activeChange[first] as number) + 1;
    this.#activeChange[end] = (this.#activeChange[end] as number) - 1;
  }

  #note(measure: Measure, month: number, value: number): void {
    if (Number.isFinite(value)) this.#values[measure][month]?.push(value);
  }

  #count(counts: Int32Array, month: number): void {
    counts[month] = (counts[month] as number) + 1;
  }
}

function medianOf(values: readonly number[]): Median {
  const n = values.length;
  if (n < LEAST) return { value: null, n };
  const sorted = Float64Array.from(values).sort();
  const middle = n >> 1;
  const upper = sorted[middle] as number;
  return { value: n % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2, n };
}
