import type { Page } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import { keyFields, literal, queryOf, TIMESTAMP } from "../client/odata-query.ts";
import { type Cursors, compareTimestamps, isSameCursor, type ResourceCursor } from "./cursors.ts";
import { filterFor } from "./feed-filter.ts";
import { type ChangedPage, notInFuture, type PageQuery, startOf } from "./page-query.ts";
import { keyOfRecord, timestampOf } from "./record-fields.ts";
import { type Sync, typeOf } from "./sync.ts";

const USUAL_PAGE = 200;

type Position = { timestamp: string; key: string };

/** Pages in the order of ModificationTimestamp and key, each beginning behind the last record of the one before. */
export async function* timestampPages(sync: Sync, query: PageQuery): AsyncGenerator<ChangedPage> {
  const { resource } = query;
  const { pageSize } = sync.feed;
  let stored = sync.cursors[resource];
  let position: Position | null = startOf(sync, stored);
  let next = readPage(sync, query, position);
  let total: number | null = null;
  for (;;) {
    const page = await next;
    total ??= page.count;
    const isLast =
      page.records.length === 0 ||
      (page.nextLink === null && (pageSize === null || page.records.length < pageSize));
    const last = lastOf(query, page);
    if (last === null && !isLast) {
      throw new FeedError("strategy_unsupported", {
        detail: `Records of ${resource} have no ${TIMESTAMP} or no key`,
      });
    }
    if (last && position && isSame(last, position)) {
      throw new FeedError("strategy_unsupported", {
        detail: "The server answers the same page again: it ignores the filter by time and key",
      });
    }
    const { records } = page;
    const isComplete = stored?.complete ?? false;
    const before: ResourceCursor | undefined = stored;
    const cursorsAfter = (count: number): Cursors | null => {
      const isEnd = isLast && count === records.length;
      const record = records[count - 1];
      const reached = record && positionOf(query, record);
      const moved = reached && notInFuture(reached.timestamp, reached.key, sync.run.startedAt);
      // Within the overlap the stored cursor stays: a run that is continued there reads the overlap again.
      const isReached = moved && (!isComplete || isNotBefore(moved, before));
      if (!isReached && (isComplete || !isEnd)) return null;
      const at = isReached ? moved : { timestamp: before?.timestamp ?? null, key: before?.key ?? "" };
      const cursor = { ...at, complete: isComplete || isEnd, run: sync.run.id };
      if (before && isSameCursor(cursor, before)) return null;
      sync.cursors[resource] = cursor;
      return { [resource]: cursor };
    };
    if (!isLast) {
      position = last;
      next = readPage(sync, query, position);
      // It is awaited after this page is stored.
      next.catch(() => {});
    }
    yield { records, cursorsAfter, total };
    if (isLast) return;
    stored = sync.cursors[resource];
  }
}

function readPage(sync: Sync, query: PageQuery, position: Position | null): Promise<Page> {
  const { feed, client } = sync;
  const { resource, expand, select } = query;
  const key = keyFields[resource];
  const type = typeOf(sync, resource);
  const time = (value: string) => literal(type, TIMESTAMP, value);
  const after =
    position &&
    (position.key === ""
      ? `${TIMESTAMP} ge ${time(position.timestamp)}`
      : `${TIMESTAMP} gt ${time(position.timestamp)} or (${TIMESTAMP} eq ${time(position.timestamp)} and ${key} gt ${literal(type, key, position.key)})`);
  const path = queryOf(resource, {
    filter: [filterFor(sync, resource), after],
    orderby: `${TIMESTAMP},${key}`,
    select: select ?? null,
    expand: expand ?? null,
    top: feed.pageSize,
  });
  return client.page(client.address(path), { prefer: `odata.maxpagesize=${feed.pageSize ?? USUAL_PAGE}` });
}

function lastOf(query: PageQuery, { records }: Page): Position | null {
  const last = records.findLast((record) => positionOf(query, record) !== null);
  return last ? positionOf(query, last) : null;
}

function positionOf({ resource }: PageQuery, record: Record<string, unknown>): Position | null {
  const [timestamp, key] = [timestampOf(record), keyOfRecord(resource, record)];
  return timestamp === null || key === null ? null : { timestamp, key };
}

function isSame(one: Position, other: Position): boolean {
  return one.timestamp === other.timestamp && one.key === other.key;
}

function isNotBefore(reached: Position, stored: ResourceCursor | undefined): boolean {
  return !stored?.timestamp || compareTimestamps(reached.timestamp, stored.timestamp) >= 0;
}
