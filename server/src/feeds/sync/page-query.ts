import type { RawRecord } from "../../listings/index.ts";
import type { Resource } from "../client/odata-query.ts";
import type { Cursors, ResourceCursor } from "./cursors.ts";
import { instantOf } from "./record-fields.ts";
import type { Sync } from "./sync.ts";

export type ListedResource = Exclude<Resource, "EntityEvent">;

export type ChangedPage = {
  records: RawRecord[];
  /** The cursors once the first `count` records are stored; null: they stay. */
  cursorsAfter(count: number): Cursors | null;
  /** The number of all records, where the server tells it. */
  total: number | null;
};

export type PageQuery = { resource: ListedResource; expand?: string | null; select?: string[] | null };

/** Where a read begins: exactly where it was left, or earlier by the overlap, since records may be committed late. */
export function startOf(sync: Sync, cursor: ResourceCursor | undefined) {
  if (!cursor || cursor.timestamp === null) return null;
  const { timestamp, key, complete, run } = cursor;
  if (!complete || run === sync.run.id) return { timestamp, key };
  const from = instantOf(timestamp) - sync.feed.overlapMinutes * 60_000;
  return sync.feed.overlapMinutes === 0
    ? { timestamp, key: "" }
    : { timestamp: new Date(from).toISOString(), key: "" };
}

/** A cursor never passes the start of its run: a record that is stamped in the future hides none that come later (D11). */
export function notInFuture(
  timestamp: string,
  key: string,
  startedAt: Date,
): { timestamp: string; key: string } {
  if (instantOf(timestamp) <= startedAt.getTime()) return { timestamp, key };
  return { timestamp: startedAt.toISOString(), key: "" };
}
