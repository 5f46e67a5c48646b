import { count, money, shortMoney } from "../../../shared/numbers.ts";
import { townTexts } from "../../texts/town.ts";
import { type MarketMonth, MarketTable } from "./market-table.tsx";
import { Plot } from "./plot.tsx";
import { type Point, plotLine } from "./plot-line.ts";

type Figure = { title: string; points: Point[]; text(value: number): string };

/** Plots of a town's market, and the same as a table. */
export function Market({ months }: { months: readonly MarketMonth[] }) {
  const figures = figuresOf(months).filter(({ points }) => plotLine(points) !== null);
  return (
    <section class="wide section" aria-labelledby="market-title">
      <h2 id="market-title">{townTexts.market}</h2>
      {figures.length === 0 ? (
        <p class="quiet">{townTexts.noMarket}</p>
      ) : (
        <>
          <div class="plots">
            {figures.map((figure) => (
              <Plot key={figure.title} {...figure} />
            ))}
          </div>
          <p class="quiet plots-note">{townTexts.marketNote}</p>
          <MarketTable months={months} />
        </>
      )}
    </section>
  );
}

function figuresOf(months: readonly MarketMonth[]): Figure[] {
  const median = (
    name: "median_list_price" | "median_sold_price" | "median_days_on_market" | "median_price_per_sqft",
  ) => months.map((month) => ({ month: month.month, ...month[name] }));
  const counts = (name: "active" | "sold") =>
    months.map((month) => ({ month: month.month, value: month[name], n: null }));
  return [
    { title: townTexts.listPrice, points: median("median_list_price"), text: priceText },
    { title: townTexts.soldPrice, points: median("median_sold_price"), text: priceText },
    { title: townTexts.perSqft, points: median("median_price_per_sqft"), text: money },
    { title: townTexts.days, points: median("median_days_on_market"), text: townTexts.daysUnit },
    { title: townTexts.active, points: counts("active"), text: count },
    { title: townTexts.sold, points: counts("sold"), text: count },
  ];
}

const EXACT_BELOW = 10_000;

function priceText(value: number): string {
  return value < EXACT_BELOW ? money(value) : shortMoney(value);
}
