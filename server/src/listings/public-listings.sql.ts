import { sql } from "kysely";
import { publicStatuses } from "./statuses.ts";

/** What visitors may see, as a condition on `listings`: the one place where SQL says so. */
export const isPublic = sql.raw<boolean>(
  `(show_listing and status in (${publicStatuses.map((status) => `'${status}'`).join(", ")}))`,
);
