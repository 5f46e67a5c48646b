import type { Page } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import { NextLinks } from "../client/next-links.ts";
import { literal, queryOf, TIMESTAMP } from "../client/odata-query.ts";
import {
  type Cursors,
  compareTimestamps,
  isSameCursor,
  type ResourceCursor,
  saveOwnCursors,
} from "./cursors.ts";
import { filterFor } from "./feed-filter.ts";
import { type ChangedPage, notInFuture, type PageQuery, startOf } from "./page-query.ts";
import { timestampOf } from "./record-fields.ts";
import { type Sync, typeOf } from "./sync.ts";

const USUAL_PAGE = 200;
/** How often a read begins again because its links have expired. */
const MAX_RESTARTS = 3;

/** Pages by `@odata.nextLink` alone, for servers without an order or a filter by key. The link is the cursor until the last page. */
export async function* linkPages(sync: Sync, query: PageQuery): AsyncGenerator<ChangedPage> {
  const { resource } = query;
  for (let restarts = 0; ; restarts++) {
    try {
      yield* pagesOnce(sync, query);
      return;
    } catch (error) {
      if (!(error instanceof FeedError) || error.code !== "bad_next_link") throw error;
      // What comes next, this or a later run, begins again: the link would not work then either.
      const cursor = sync.cursors[resource];
      if (cursor?.next !== undefined) {
        sync.cursors[resource] = cursorBeforeRead(cursor);
        await saveOwnCursors(sync, { [resource]: sync.cursors[resource] });
      }
      if (!(error instanceof LinkRefused) || restarts === MAX_RESTARTS) throw error;
    }
  }
}

/** A link to a next page is not valid any more (D13): the read has to begin again. */
class LinkRefused extends FeedError {}

/** The pages that were read do not count: without its run, a complete cursor has its overlap again. */
function cursorBeforeRead({ timestamp, key, complete }: ResourceCursor): ResourceCursor {
  return { timestamp, key, complete, run: null };
}

async function* pagesOnce(sync: Sync, query: PageQuery): AsyncGenerator<ChangedPage> {
  const { resource } = query;
  const before = sync.cursors[resource];
  const isContinued = before?.next !== undefined && (!before.complete || before.run === sync.run.id);
  const begunAt = isContinued ? begunBefore(sync, before) : sync.run.startedAt.toISOString();
  let newest = isContinued ? (before.newest ?? null) : (before?.timestamp ?? null);
  let current = isContinued ? followed(sync, before.next as string) : firstPage(sync, query);
  let total: number | null = null;
  const links = new NextLinks();
  for (;;) {
    const { page, address } = await current;
    total ??= page.count;
    const next = page.nextLink === null ? null : links.follow(page.nextLink, address);
    const { records } = page;
    newest = newestOf(records, newest);
    const reached = newest;
    const cursorsAfter = (count: number): Cursors | null => {
      if (count < records.length) return null;
      const read = { begunAt, newest: reached };
      const cursor = next === null ? finalCursor(sync, read) : openCursor(sync, before, { ...read, next });
      if (before && isSameCursor(cursor, before)) return null;
      sync.cursors[resource] = cursor;
      return { [resource]: cursor };
    };
    if (next !== null) {
      current = followed(sync, next);
      current.catch(() => {});
    }
    yield { records, cursorsAfter, total };
    if (next === null) return;
  }
}

/** A cursor of an earlier version of the program has no start: it is that of the load, or earlier than need be. */
function begunBefore({ cursors, run }: Sync, { begunAt }: ResourceCursor): string {
  return begunAt ?? cursors.load?.startedAt ?? run.startedAt.toISOString();
}

type Reached = { begunAt: string; newest: string | null };

function openCursor(
  sync: Sync,
  before: ResourceCursor | undefined,
  reached: Reached & { next: string },
): ResourceCursor {
  const isComplete = before?.complete ?? false;
  return {
    timestamp: isComplete ? (before?.timestamp ?? null) : null,
    key: "",
    complete: isComplete,
    run: sync.run.id,
    ...reached,
  };
}

/** Pages are in no order: a record may have changed after its page was read, but not before the read began. */
function finalCursor({ run }: Sync, { begunAt, newest }: Reached): ResourceCursor {
  const at = newest === null ? { timestamp: null, key: "" } : notInFuture(newest, "", new Date(begunAt));
  return { timestamp: at.timestamp, key: "", complete: true, run: run.id };
}

type Read = { page: Page; address: string };

async function firstPage(sync: Sync, query: PageQuery): Promise<Read> {
  const { pageSize } = sync.feed;
  if (pageSize === null) return readFirst(sync, query, null);
  const limited = await readFirst(sync, query, pageSize);
  const { records, nextLink } = limited.page;
  // Where $top is the size of the whole result, as OData has it, there is no link although there are more records.
  const isPageSize = nextLink === null ? records.length < pageSize : records.length === pageSize;
  return isPageSize ? limited : readFirst(sync, query, null);
}

async function readFirst(sync: Sync, query: PageQuery, top: number | null): Promise<Read> {
  const { resource, expand, select } = query;
  const { client } = sync;
  const from = startOf(sync, sync.cursors[resource]);
  const after = from && `${TIMESTAMP} ge ${literal(typeOf(sync, resource), TIMESTAMP, from.timestamp)}`;
  const address = client.address(
    queryOf(resource, {
      filter: [filterFor(sync, resource), after],
      select: select ?? null,
      expand: expand ?? null,
      top,
    }),
  );
  return { page: await client.page(address, preference(sync)), address };
}

async function followed(sync: Sync, address: string): Promise<Read> {
  try {
    return { page: await sync.client.page(address, preference(sync)), address };
  } catch (error) {
    const isRefused = error instanceof FeedError && [400, 404, 410].includes(error.status ?? 0);
    throw isRefused
      ? new LinkRefused("bad_next_link", { detail: error.message, status: error.status ?? 0 })
      : error;
  }
}

function preference({ feed }: Sync): Record<string, string> {
  return { prefer: `odata.maxpagesize=${feed.pageSize ?? USUAL_PAGE}` };
}

function newestOf(records: Page["records"], before: string | null): string | null {
  let newest = before;
  for (const record of records) {
    const timestamp = timestampOf(record);
    if (timestamp !== null && (newest === null || compareTimestamps(timestamp, newest) > 0))
      newest = timestamp;
  }
  return newest;
}
