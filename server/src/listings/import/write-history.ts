import { bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { FoldedListing } from "./fold-batch.ts";
import type { HistoryEvent } from "./history.ts";

type EventRow = HistoryEvent & { listing_id: number };

const column = (name: keyof EventRow, type: string) => ({ name, type, value: (row: EventRow) => row[name] });

const columns = [
  column("listing_id", "bigint"),
  column("event", "text"),
  column("occurred_on", "date"),
  column("price", "numeric"),
  column("status", "text"),
  column("was_shown", "boolean"),
];

const insertEvents = (t: string) => `
  insert into listing_history (listing_id, event, occurred_on, price, status, was_shown)
  select t.listing_id, t.event, t.occurred_on, t.price, t.status, t.was_shown
  from ${t}`;

/**
 * An event that is repeated on one day has one row, at the position of its last occurrence: rows are in the order of events, and the
 * last row must be the listing's current state.
 */
const insertNew = (t: string) => `${insertEvents(t)}
  on conflict (listing_id, event, occurred_on, price, status) do update
  set id = default, was_shown = listing_history.was_shown or excluded.was_shown
  where listing_history.event in ('status_changed', 'price_changed')`;

/**
 * A superseded version is read without the version before it, so its "listed" and "price_changed" events may repeat those of an even
 * older version. They are skipped where one is stored for that day: "listed" with any price, "price_changed" with the same price.
 */
const insertSuperseded = (t: string) => `${insertEvents(t)}
  where not exists (
    select
    from listing_history h
    where h.listing_id = t.listing_id
      and h.event = t.event
      and h.occurred_on = t.occurred_on
      and (h.event = 'listed' or h.event = 'price_changed' and h.price = t.price)
  )
  on conflict do nothing
  returning listing_id, event, occurred_on, price, status, was_shown`;

/** `lines`: superseded versions that added events; `listings`: the listings that they are of. */
export type LateEvents = { lines: Set<number>; listings: Set<number> };

/** Adds new events to the histories. */
export async function writeHistory(
  db: Db,
  listings: FoldedListing[],
  idOf: Map<string, number>,
): Promise<LateEvents> {
  // A listing that was removed before it was stored has no row, and so no history.
  const located = <Event extends HistoryEvent>(key: string, events: Event[]) => {
    const listing_id = idOf.get(key);
    return listing_id === undefined
      ? []
      : events.map((event) => ({ ...event, price: toCents(event.price), listing_id }));
  };
  const eventsOf = (some: FoldedListing[]) => some.flatMap(({ key, events }) => located(key, events));
  const created = listings.filter(({ known }) => known === null);
  const changed = listings.filter(({ known }) => known !== null);
  const superseded = listings.flatMap(({ key, supersededEvents }) => located(key, supersededEvents));

  // New listings have no stored events.
  await bulk<EventRow, never>(db, lastOccurrences(eventsOf(created)), columns, insertEvents);
  await bulk<EventRow, never>(db, lastOccurrences(eventsOf(changed)), columns, insertNew);
  const added = await bulk<EventRow, EventRow>(db, firstOfEach(superseded), columns, insertSuperseded);
  const addedKeys = new Set(added.map(naturalKey));
  return {
    lines: new Set(superseded.filter((row) => addedKeys.has(naturalKey(row))).map(({ line }) => line)),
    listings: new Set(added.map(({ listing_id }) => listing_id)),
  };
}

/** Rounded like the column, so that two prices that are equal there have one key. */
function toCents(price: number | null): number | null {
  return price === null ? null : Math.round(price * 100) / 100;
}

/** One row for each key, in the order of their last occurrences; shown if any of them was. */
function lastOccurrences(rows: EventRow[]): EventRow[] {
  const last = new Map<string, EventRow>();
  for (const row of rows) {
    const key = naturalKey(row);
    const was_shown = row.was_shown || (last.get(key)?.was_shown ?? false);
    last.delete(key);
    last.set(key, { ...row, was_shown });
  }
  return [...last.values()];
}

function naturalKey(row: EventRow): string {
  return [row.listing_id, row.event, row.occurred_on, row.price, row.status].join("|");
}

/** The first of equal events: the rule of `insertSuperseded`, within the batch. */
function firstOfEach(rows: EventRow[]): EventRow[] {
  const distinct = new Map<string, EventRow>();
  for (const row of rows.toReversed()) distinct.set(eventKey(row), row);
  return [...distinct.values()];
}

function eventKey(row: EventRow): string {
  const { listing_id, event, occurred_on, price } = row;
  if (event === "listed") return [listing_id, event, occurred_on].join("|");
  return event === "price_changed" ? [listing_id, event, occurred_on, price].join("|") : naturalKey(row);
}
