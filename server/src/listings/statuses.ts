import { sql } from "kysely";

/** RESO StandardStatus: the eleven values a listing can have. */
export const standardStatuses = [
  "Active",
  "Active Under Contract",
  "Canceled",
  "Closed",
  "Coming Soon",
  "Delete",
  "Expired",
  "Hold",
  "Incomplete",
  "Pending",
  "Withdrawn",
] as const;

export type StandardStatus = (typeof standardStatuses)[number];

/** What visitors may see. The other six never leave the back office. */
export const publicStatuses = [
  "Active",
  "Active Under Contract",
  "Closed",
  "Coming Soon",
  "Pending",
] as const;

export type PublicStatus = (typeof publicStatuses)[number];

export function isPublicStatus(status: string): boolean {
  return (publicStatuses as readonly string[]).includes(status);
}

/** The words of the `status` filter; `Closed` is another word for `Sold`. */
export const statusFilterWords = [
  "Active",
  "Pending",
  "Sold",
  "Coming Soon",
  "Active Under Contract",
  "Closed",
] as const;

export type StatusFilterWord = (typeof statusFilterWords)[number];

/** The API says `Sold` where RESO says `Closed`. */
export function statusInApi(status: string): string {
  return status === "Closed" ? "Sold" : status;
}

export function statusFromApi(word: StatusFilterWord): PublicStatus {
  return word === "Sold" ? "Closed" : word;
}

const statusIsPublic = `listings.status in (${publicStatuses.map((status) => `'${status}'`).join(", ")})`;

/** Whether the source shows this sold listing: its rules `show_sold` and `sold_max_age_days`. */
const sourceShowsSold = `not exists (
  select 1
  from source_rules
  where source_rules.source_id = listings.source_id
    and (
      not show_sold
      or sold_max_age_days is not null
        and coalesce(listings.sold_date < (now() at time zone 'utc')::date - sold_max_age_days, true)
    )
)`;

/**
 * What visitors may see, as a condition on `listings`: the one place where SQL says so. The sources that are shown at all are a
 * parameter of each query (`SourceStates.shownSources`).
 */
export const isPublic = sql.raw<boolean>(
  `(show_listing and ${statusIsPublic} and (listings.status <> 'Closed' or ${sourceShowsSold}))`,
);

/** A listing that would be public without the rules of its source. */
export const isPublicWithoutRules = sql.raw<boolean>(`(show_listing and ${statusIsPublic})`);
