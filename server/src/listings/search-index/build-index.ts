import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Platform } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { missedDeletions } from "../change-log.ts";
import type { IndexState } from "../index-snapshot/index-snapshots.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { applyChange, indexedRow, learnSources } from "./apply-change.ts";
import { type ChangedListing, changedListings } from "./changed-listings.sql.ts";
import { ListingIndex } from "./listing-index.ts";

/** Rows a query. */
export const CHUNK = 500;

/** The database, and where reads may go that need not be of this moment. */
export type IndexDatabase = { db: Db; oldReads: Platform["oldReads"] };

/**
 * Reads everything into a new index. It excludes all earlier deletions.
 *
 * It is read from a replica where there is one, and from where that ends, in the order of the changes, from the database itself. Nothing is
 * missed in between, though queries may be answered by several servers: revisions become visible in order (migration 0003), and so does what
 * a replica replays. A server that shows a change shows every earlier one as well; a listing that has changed since comes by again, under a
 * revision that is after all that was read.
 */
export async function buildIndex(
  { db, oldReads }: IndexDatabase,
  sources: SourceStates,
): Promise<IndexState> {
  const comparedThrough = await oldReads.read({ db }, (from) =>
    missedDeletions(from.db, { revision: 0, comparedThrough: 0 }),
  );
  const rules = sources.stamps;
  const index = new ListingIndex();
  const changedMeanwhile: ChangedListing[] = [];
  let revision = 0;
  let isOld = true;
  for (;;) {
    const next = (from: { db: Db }) => changedListings(from.db, revision, CHUNK);
    const changes = await (isOld ? oldReads.read({ db }, next) : next({ db }));
    const first = changes.filter((change) => change.listing_id !== null && !index.holds(change.id));
    // A listing that changes while we read comes by a second time, under its later revision.
    changedMeanwhile.push(...changes.filter((change) => index.holds(change.id)));
    await learnSources(sources, changes);
    index.load(first.map((change) => indexedRow(change, change.listing_id as string, sources)));
    revision = changes.at(-1)?.revision ?? revision;
    if (changes.length < CHUNK) {
      if (!isOld) break;
      isOld = false;
    }
    await yieldToOthers();
  }
  for await (const _ of iterateYielding(index.finishLoading()));
  for await (const change of iterateYielding(changedMeanwhile)) applyChange(index, change, sources);
  return { index, revision, comparedThrough: comparedThrough ?? 0, rules };
}
