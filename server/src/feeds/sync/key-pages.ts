import type { RawRecord } from "../../listings/index.ts";
import { FeedError } from "../client/feed-error.ts";
import { NextLinks } from "../client/next-links.ts";
import { keyFields, literal, queryOf } from "../client/odata-query.ts";
import { filterFor } from "./feed-filter.ts";
import type { ListedResource } from "./page-query.ts";
import { keyOfRecord } from "./record-fields.ts";
import { type Sync, typeOf } from "./sync.ts";

/** Records of some fields are small. */
const USUAL_PAGE = 5000;

/** Some fields of all records of a resource: in the order of the key, or by links where the server has no order. */
export async function* keyPages(
  sync: Sync,
  resource: ListedResource,
  select: string[],
): AsyncGenerator<RawRecord[]> {
  const { client, feed } = sync;
  const key = keyFields[resource];
  const byLinks = sync.cursors.paging === "next_link";
  const addressAfter = (last: string | null) =>
    client.address(
      queryOf(resource, {
        filter: [
          filterFor(sync, resource),
          last && `${key} gt ${literal(typeOf(sync, resource), key, last)}`,
        ],
        orderby: byLinks ? null : key,
        select,
        top: byLinks ? null : feed.pageSize,
      }),
    );
  const headers = { prefer: `odata.maxpagesize=${feed.pageSize ?? USUAL_PAGE}` };
  const links = new NextLinks();
  let address = addressAfter(null);
  let last: string | null = null;
  let next = client.page(address, headers);
  for (;;) {
    const { records, nextLink } = await next;
    // Records without a key may come first or last.
    const withKey = records.findLast((record) => keyOfRecord(resource, record) !== null);
    const reached = withKey ? keyOfRecord(resource, withKey) : null;
    const isFull = feed.pageSize !== null && records.length >= feed.pageSize;
    const isLast = byLinks ? nextLink === null : records.length === 0 || (nextLink === null && !isFull);
    if (!isLast) {
      if (!byLinks && (reached === null || reached === last))
        throw new FeedError("strategy_unsupported", { detail: "The server answers the same keys again" });
      last = reached;
      address = byLinks ? links.follow(nextLink as string, address) : addressAfter(last);
      next = client.page(address, headers);
      next.catch(() => {});
    }
    yield records;
    if (isLast) return;
  }
}
