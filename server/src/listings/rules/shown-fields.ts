import { hiddenPosition } from "../distance.ts";
import { withoutRepeatedStatus } from "../public-history.ts";
import { columnsOfField, type HideableField, isHideable } from "./hideable-fields.ts";
import type { SourceRules } from "./source-rules.ts";

/** The fields of a source's listings that are not shown. */
export type HiddenFields = ReadonlySet<HideableField>;

const NOTHING: HiddenFields = new Set();

/** What the rules hide. A VOW client has accepted the source's terms. */
export function hiddenFields(rules: SourceRules, viewer: "visitor" | "vow_client" = "visitor"): HiddenFields {
  const names = [
    ...rules.fields_hidden,
    ...(viewer === "visitor" ? rules.vow_fields : []),
    ...(rules.show_history ? [] : ["history"]),
    ...(rules.show_days_on_market ? [] : ["days_on_market"]),
    ...(rules.show_coordinates ? [] : ["latitude", "longitude"]),
  ];
  return names.length === 0 ? NOTHING : new Set(names.filter(isHideable));
}

/**
 * A row of a listing, or of something about it, as it may be shown: what may not be shown is null, lists are empty. Every place that
 * shows a listing takes its rows from here. Which listings are shown at all: `isPublic` and `SourceStates.shownSources`.
 */
export function shownFields<Row extends object>(row: Row, hidden: HiddenFields = NOTHING): Row {
  // RESO InternetAddressDisplayYN.
  const hidesAddress = "show_address" in row && row.show_address === false;
  if (!hidesAddress && hidden.size === 0) return row;
  const shown = { ...row } as Row & Record<string, unknown>;
  if (hidesAddress) hideAddress(shown);
  for (const field of hidden) {
    for (const column of columnsOfField[field]) if (column in shown) hide(shown, column);
  }
  if (Array.isArray(shown.history)) hide(shown, "history", shownHistory(shown.history, hidden));
  return shown;
}

function hide(row: Record<string, unknown>, column: string, to: unknown = null): void {
  row[column] = to === null && Array.isArray(row[column]) ? [] : to;
}

/** The position stays, rounded to about half a mile. */
function hideAddress(row: Record<string, unknown>): void {
  for (const column of columnsOfField.address) if (column in row) row[column] = null;
  for (const column of ["latitude", "longitude"]) {
    const degrees = row[column];
    if (typeof degrees === "number") row[column] = hiddenPosition(degrees);
  }
}

type HistoryEvent = { event: string; status: string; price: number | null };

/** The history without what it would say of hidden fields. */
function shownHistory(history: HistoryEvent[], hidden: HiddenFields): HistoryEvent[] {
  const shown = hidden.has("sold_date")
    ? withoutRepeatedStatus(history.filter(({ event, status }) => event !== "sold" && status !== "Sold"))
    : history;
  return shown
    .filter(({ event }) => !(hidden.has("list_date") && event === "listed"))
    .filter(({ event }) => !(hidden.has("list_price") && event === "price_changed"))
    .map((event) => (hidden.has("list_price") ? { ...event, price: null } : event));
}
