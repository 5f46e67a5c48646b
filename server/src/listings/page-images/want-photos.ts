import type { PhotoStore } from "../../photos/index.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { lockRevisions } from "../import/batch-writer.ts";
import { touchListingsById } from "../import/touch-listings-by-id.sql.ts";

/** Has photos fetched that pages of a listing need. By the listing's id, the addresses of photos that are not stored. */
export type WantPhotos = (listing: number, urls: string[]) => void;

/** Each touch empties the caches of all processes, so that listings are touched together. */
const TOUCH_EVERY_MS = 5000;

type Parts = {
  /** The pool. */
  db: Db;
  photos: Pick<PhotoStore, "pages">;
  log: Pick<Log, "error">;
  touchEveryMs?: number;
};

/**
 * When photos of a listing are stored it gets a new revision, so that every process shows them. When the process ends before that, the next
 * page that lacks the photos has them fetched again.
 */
export function photosForPages({ db, photos, log, touchEveryMs = TOUCH_EVERY_MS }: Parts): WantPhotos {
  const stored = new Set<number>();
  let isDue = false;
  let touchedAt = Number.NEGATIVE_INFINITY;

  async function touch(): Promise<void> {
    isDue = false;
    touchedAt = performance.now();
    const ids = [...stored];
    stored.clear();
    await inTransaction({ db }, async ({ db }) => {
      // First, as every writer of listings does.
      await lockRevisions(db);
      await touchListingsById(db, ids);
    }).catch((error) => log.error({ err: error }, "stored photos not shown yet"));
  }

  return (listing, urls) =>
    photos.pages.want(`listing ${listing} ${urls[0]}`, urls, () => {
      stored.add(listing);
      if (isDue) return;
      isDue = true;
      setTimeout(touch, Math.max(0, touchedAt + touchEveryMs - performance.now())).unref();
    });
}
