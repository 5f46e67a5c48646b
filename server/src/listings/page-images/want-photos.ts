import type { PhotoStore } from "../../photos/index.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { lockRevisions } from "../import/batch-writer.ts";
import { touchListingsById } from "../import/touch-listings-by-id.sql.ts";

/** By a listing's id, the addresses of photos that are not stored. */
export type WantPhotos = (listing: number, urls: string[]) => void;

/**
 * Has photos fetched that pages of a listing need. When some of them are stored the listing gets a new revision, so that every process
 * shows them.
 *
 * @param db the pool.
 */
export function wantPhotos(
  { db, photos }: { db: Db; photos: Pick<PhotoStore, "pages"> },
  listing: number,
  urls: string[],
): void {
  photos.pages.want(`listing ${listing} ${urls.length}`, urls, () =>
    inTransaction({ db }, async ({ db }) => {
      // First, as every writer of listings does.
      await lockRevisions(db);
      await touchListingsById(db, [listing]);
    }),
  );
}
