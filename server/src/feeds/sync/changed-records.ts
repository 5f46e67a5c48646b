import { linkPages } from "./link-pages.ts";
import type { ChangedPage, PageQuery } from "./page-query.ts";
import type { Sync } from "./sync.ts";
import { timestampPages } from "./timestamp-pages.ts";

/**
 * The records of a resource that have changed since its cursor, page by page; all of them where it was never read. A next page is
 * requested while the one before is stored.
 */
export function changedRecords(sync: Sync, query: PageQuery): AsyncGenerator<ChangedPage> {
  return sync.cursors.paging === "next_link" ? linkPages(sync, query) : timestampPages(sync, query);
}
