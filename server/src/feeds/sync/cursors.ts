import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { trimTrailing } from "../../platform/trim-trailing.ts";
import { FeedChanged } from "../client/feed-error.ts";
import type { Resource } from "../client/odata-query.ts";
import { type Feed, isUnchanged } from "../feed-row.ts";
import { whileOwned } from "./own-feed.ts";
import { instantOf } from "./record-fields.ts";

/** How far a resource has been read. */
export type ResourceCursor = {
  /** ModificationTimestamp as the server wrote it; null before the first record. */
  timestamp: string | null;
  /** The key of the last record with that timestamp; "": records with that timestamp are still to be read. */
  key: string;
  /** Whether all records were read once: then reads begin `overlap_minutes` earlier. */
  complete: boolean;
  /** The run that has moved it last: the same run goes on here, without overlap. Null: none has since a read began again. */
  run: number | null;
  /** The next page of a list by links, the newest timestamp on the pages before, and when the first of them was asked for. */
  next?: string;
  newest?: string | null;
  begunAt?: string;
};

/** Which way Property is read where there is a choice: also beside EntityEvent. */
export type Paging = "timestamp" | "next_link";

/** `feeds.cursors`. */
export type Cursors = {
  /** The load that is under way, or was the last one. */
  load?: { startedAt: string };
  paging?: Paging;
  events?: { sequence: string };
  /** The run that has last read a resource to its end, of those that refreshes take in turns. */
  readIn?: Partial<Record<Resource, number>>;
} & { [R in Exclude<Resource, "EntityEvent">]?: ResourceCursor };

/** Replaces some cursors of a feed. @throws FeedChanged when it is configured anew: then they may belong to other records. */
export async function saveCursors(db: Db, feed: Pick<Feed, "id" | "version">, some: Cursors): Promise<void> {
  const saved = await db
    .updateTable("feeds")
    .set({ cursors: sql`cursors || ${toJsonb(some)}::jsonb` })
    .where("id", "=", feed.id)
    .where(isUnchanged(feed))
    .returning("id")
    .execute();
  if (saved.length === 0) throw new FeedChanged();
}

/** As `saveCursors`, in a transaction of its own. @throws LeaseLost, FeedChanged */
export async function saveOwnCursors(
  sync: Parameters<typeof whileOwned>[0] & { feed: Feed },
  some: Cursors,
): Promise<void> {
  await whileOwned(sync, (db) => saveCursors(db, sync.feed, some));
}

/** Whether a run need not store its cursor: it is where the run before has left it. */
export function isSameCursor(one: ResourceCursor, other: ResourceCursor): boolean {
  const [{ run: _, ...position }, { run: __, ...stored }] = [one, other];
  return isDeepStrictEqual(position, stored);
}

/** Compares timestamps of a server as instants, to the last digit. */
export function compareTimestamps(one: string, other: string): number {
  const [a, b] = [instantOf(one), instantOf(other)];
  if (a !== b) return a - b;
  return fraction(one).localeCompare(fraction(other));
}

/** The digits of a second that a Date does not have. */
function fraction(timestamp: string): string {
  const digits = /\.(\d+)/.exec(timestamp)?.[1] ?? "";
  return trimTrailing("0", digits.slice(3));
}
