import type { HideableField } from "../rules/hideable-fields.ts";
import type { HiddenFields } from "../rules/shown-fields.ts";
import { type SaleFacts, spanOfDates } from "./sale-facts.ts";

/** The facts without what the rules of their source hide: what visitors cannot read of a listing is not counted either. */
export function shownFacts(facts: SaleFacts, hidden: HiddenFields | undefined): SaleFacts {
  if (hidden === undefined || hidden.size === 0) return facts;
  const unless = (value: number, ...fields: HideableField[]) =>
    fields.some((field) => hidden.has(field)) ? Number.NaN : value;
  const isHistoryHidden = hidden.has("history");
  const dates = { listDay: unless(facts.listDay, "list_date"), soldDay: unless(facts.soldDay, "sold_date") };
  return {
    ...facts,
    ...dates,
    listPrice: unless(facts.listPrice, "list_price"),
    listedPrice: unless(isHistoryHidden ? facts.listPrice : facts.listedPrice, "list_price"),
    // The price of a sale is shown in the history alone.
    soldPrice: unless(facts.soldPrice, "list_price", "sold_date", "history"),
    sqft: unless(facts.sqft, "sqft"),
    daysOnMarket: unless(facts.daysOnMarket, "days_on_market"),
    active: shownSpans(facts, hidden),
  };
}

/** Changes of a status are shown in the history, its beginning and end as dates as well. */
function shownSpans(facts: SaleFacts, hidden: HiddenFields): SaleFacts["active"] {
  if (hidden.has("list_date") || hidden.has("sold_date")) return [];
  return hidden.has("history") && facts.active.length > 0 ? [spanOfDates(facts)] : facts.active;
}
