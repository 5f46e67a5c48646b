import { sql } from "kysely";
import { ChangeCursor } from "../change-cursors/index.ts";
import type { Db } from "../platform/database/database.ts";

/** Follows the listings' change log. Its lock makes the holder the only writer of `listing_images`. */
export const listingImagesCursor = new ChangeCursor("listing images");

/**
 * Its lock makes the holder the only writer of `image_vectors`. Its revision changes when vectors of listed pictures
 * are deleted, so that processes look for deleted vectors.
 */
export const imageVectorsCursor = new ChangeCursor("image vectors");

/** Signals that vectors of listed pictures were deleted. Call it in the deleting transaction. */
export async function announceDeletedVectors(db: Db): Promise<void> {
  const { revision } = await imageVectorsCursor.lock(db);
  const { rows } = await sql<{ next: number }>`select nextval('image_revisions') as next`.execute(db);
  await imageVectorsCursor.advance(db, { from: revision, to: Number(rows[0]?.next) });
}
