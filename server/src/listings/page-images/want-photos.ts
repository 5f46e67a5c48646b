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
};

/**
 * When photos of a listing are stored it gets a new revision, so that every process shows them. Where that is lost, as when the process
 * ends before, the next page that lacks the photos makes up for it.
 */
export function photosForPages({ db, photos, log }: Parts): WantPhotos {
  const stored = new Set<number>();
  let _timer: NodeJS.Timeout | null = null;
  let touchedAt = Number.NEGATIVE_INFINITY;

  async function touch(): Promise<void> {
    _timer = null;
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
      _timer ??= setTimeout(touch, Math.max(0, touchedAt + TOUCH_EVERY_MS - performance.now())).unref();
    });
}
