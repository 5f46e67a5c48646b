import type { components } from "../../../../client/src/api.generated.ts";
import { monthText } from "../../../shared/dates.ts";
import { count, money } from "../../../shared/numbers.ts";
import { townTexts } from "../../texts/town.ts";

export type MarketMonth = components["schemas"]["MarketMonth"];

type Median = MarketMonth["median_list_price"];

/** Every figure with the number of homes behind it, newest month first. */
export function MarketTable({ months }: { months: readonly MarketMonth[] }) {
  return (
    <details class="market-table">
      <summary>{townTexts.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached by keyboard */}
      <section class="table-scroll" aria-label={townTexts.table} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{townTexts.month}</th>
              <th scope="col">{townTexts.listPrice}</th>
              <th scope="col">{townTexts.soldPrice}</th>
              <th scope="col">{townTexts.perSqft}</th>
              <th scope="col">{townTexts.days}</th>
              <th scope="col">{townTexts.new}</th>
              <th scope="col">{townTexts.sold}</th>
              <th scope="col">{townTexts.active}</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthText(month.month)}</th>
                <MedianCell median={month.median_list_price} text={money} />
                <MedianCell median={month.median_sold_price} text={money} />
                <MedianCell median={month.median_price_per_sqft} text={money} />
                <MedianCell median={month.median_days_on_market} text={townTexts.daysUnit} />
                <td>{count(month.new)}</td>
                <td>{count(month.sold)}</td>
                <td>{count(month.active)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function MedianCell({ median: { value, n }, text }: { median: Median; text(value: number): string }) {
  return (
    <td>
      {value === null ? townTexts.noValue : text(value)} <span class="quiet">n = {n}</span>
    </td>
  );
}
