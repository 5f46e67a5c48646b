import { isPublicStatus } from "../statuses.ts";
import type { ListingRecord } from "./listing-record.ts";

export type HistoryEvent = {
  event: "listed" | "price_changed" | "status_changed" | "sold";
  occurred_on: string;
  price: number | null;
  status: string;
  /** Whether the public could see it happen. */
  was_shown: boolean;
};

/** The fields of the previous version that the history depends on. */
export type Before = Pick<ListingRecord, "list_price" | "status" | "sold_date" | "show_listing">;

/**
 * The history events of a version of a listing, by comparison with the version before it (null: none is known). Repeated events are
 * harmless: the table keeps one row of each.
 */
export function eventsOf(before: Before | null, now: ListingRecord, today: string): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  const day = now.as_of?.slice(0, 10) ?? today;
  const add = (
    event: HistoryEvent["event"],
    occurred_on: string,
    price: number | null,
    { status = now.status as string, was_shown = isShown(now) } = {},
  ) => events.push({ event, occurred_on, price, status, was_shown });

  const statusWhenListed = now.status === COMING_SOON && isListedBy(now, day) ? COMING_SOON : "Active";
  if (before === null && now.list_date !== null) {
    add("listed", now.list_date, now.original_list_price ?? now.list_price, { status: statusWhenListed });
  }
  // A parcel that is sold again has a new price, which is no price change.
  const soldAgain = before !== null && before.sold_date !== null && before.sold_date !== now.sold_date;
  if (changedPrice(before, now) && !soldAgain) {
    add("price_changed", now.price_changed_at?.slice(0, 10) ?? day, now.list_price, {
      was_shown: isShown(now) && (before === null || isShown(before)),
    });
  }
  const isSale = now.status === "Closed" && now.sold_date !== null;
  // A listing that is not known before was Active when it was listed.
  if ((before?.status ?? statusWhenListed) !== now.status && !isSale) {
    // A listing that leaves the market was shown if it was shown before.
    const was_shown = isPublicStatus(now.status) ? isShown(now) : before !== null && isShown(before);
    add("status_changed", day, now.list_price, { was_shown });
  }
  if (isSale) {
    add("sold", now.sold_date as string, now.close_price ?? now.list_price);
  }
  return events;
}

/** The history event of a listing that its source removes. */
export function removalOf(before: Before, day: string): HistoryEvent {
  const { list_price: price } = before;
  return {
    event: "status_changed",
    occurred_on: day,
    price,
    status: "Delete",
    was_shown: isShown(before),
  };
}

const COMING_SOON = "Coming Soon";

/** Whether its list date has come; one that is coming soon may have a list date ahead. */
function isListedBy({ list_date }: ListingRecord, day: string): boolean {
  return list_date !== null && list_date <= day;
}

/** The condition of `isPublic`, for records. */
function isShown({ status, show_listing }: Pick<Before, "status" | "show_listing">): boolean {
  return show_listing && isPublicStatus(status);
}

function changedPrice(before: Before | null, now: ListingRecord): boolean {
  if (now.list_price === null) return false;
  if (before !== null) return before.list_price !== now.list_price;
  const { original_list_price: original, price_changed_at } = now;
  return original !== null && original !== now.list_price && price_changed_at !== null;
}
