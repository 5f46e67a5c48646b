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

/** What visitors may see, as a condition on `listings`: the one place where SQL says so. */
export const isPublic = sql.raw<boolean>(
  `(show_listing and status in (${publicStatuses.map((status) => `'${status}'`).join(", ")}))`,
);
