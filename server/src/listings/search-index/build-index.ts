import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { missedDeletions } from "../change-log.ts";
import type { IndexState } from "../index-snapshot/index-snapshots.ts";
import type { SourceStates } from "../rules/source-states.ts";
import { applyChange, indexedRow, learnSources } from "./apply-change.ts";
import { type ChangedListing, changedListings } from "./changed-listings.sql.ts";
import { ListingIndex } from "./listing-index.ts";

/** Rows a query. */
const CHUNK = 500;

/** Reads everything into a new index. It excludes all earlier deletions. */
export async function buildIndex(db: Db, sources: SourceStates): Promise<IndexState> {
  const comparedThrough = await missedDeletions(db, { revision: 0, comparedThrough: 0 });
  const rules = sources.stamps;
  const index = new ListingIndex();
  const changedMeanwhile: ChangedListing[] = [];
  let revision = 0;
  for (;;) {
    const changes = await changedListings(db, revision, CHUNK);
    const first = changes.filter((change) => change.listing_id !== null && !index.holds(change.id));
    // A listing that changes while we read comes by a second time, under its later revision.
    changedMeanwhile.push(...changes.filter((change) => index.holds(change.id)));
    await learnSources(sources, changes);
    index.load(first.map((change) => indexedRow(change, change.listing_id as string, sources)));
    revision = changes.at(-1)?.revision ?? revision;
    if (changes.length < CHUNK) break;
    await yieldToOthers();
  }
  for await (const _ of iterateYielding(index.finishLoading()));
  for await (const change of iterateYielding(changedMeanwhile)) applyChange(index, change, sources);
  return { index, revision, comparedThrough: comparedThrough ?? 0, rules };
}
