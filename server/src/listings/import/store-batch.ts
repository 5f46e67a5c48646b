import { runBulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { FoldedListing } from "./fold-batch.ts";
import type { BatchPlan, Reject } from "./plan-batch.ts";
import { writeHistory } from "./write-history.ts";
import { writeParties } from "./write-parties.ts";
import { writePhotos } from "./write-photos.ts";

export type BatchOutcome = { created: number; updated: number; unchanged: number; rejects: Reject[] };

type Stored = { id: number; listing_key: string };

/** Carries out the plan of a batch, inside its transaction and under the lock of the change log. */
export async function storeBatch(db: Db, plan: BatchPlan): Promise<BatchOutcome> {
  const records = plan.listings.flatMap(({ record }) => (record ? [record] : []));
  await writeParties(db, plan.sourceId, records);
  const created = await runBulk<Stored>(db, plan.insert);
  await runBulk(db, plan.update);
  await runBulk(db, plan.remove);

  const idOf = new Map(created.map(({ id, listing_key }) => [listing_key, id]));
  for (const { known } of plan.listings) if (known) idOf.set(known.listing_key, known.id);
  const rephotographed = plan.listings.filter(
    ({ record, known, photosHash }) => record && photosHash !== known?.photos_hash,
  );
  await writePhotos(db, rephotographed, idOf);
  const news = await writeHistory(db, plan.listings, idOf);
  return { ...count(plan.listings, news), rejects: plan.rejects };
}

/** A superseded version counts as an update when it told the history something new. */
function count(listings: FoldedListing[], linesWithNews: Set<number>): Omit<BatchOutcome, "rejects"> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { line, outcome } of listings.flatMap(({ lines }) => lines)) {
    counts[outcome !== "superseded" ? outcome : linesWithNews.has(line) ? "updated" : "unchanged"]++;
  }
  return counts;
}
