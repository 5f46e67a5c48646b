import { sql } from "kysely";
import { photosStillThere } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

const PHOTOS_A_TURN = 1000;

/**
 * Deletes manual labels of photos that no listing has. A listing that is no longer public keeps its photos and their
 * labels.
 */
export async function forgetGonePhotos({ db, signal }: Context): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    const photos = await labelledPhotos(db, after);
    const last = photos.at(-1);
    if (last === undefined) return;
    after = last;
    const there = await photosStillThere(db, photos);
    const gone = photos.filter((id) => !there.has(id));
    if (gone.length === 0) continue;
    await db.deleteFrom("image_room_types").where("photo_id", "in", gone).execute();
    await db.deleteFrom("image_features").where("photo_id", "in", gone).execute();
  }
}

/** The next photos with manual labels, in order. Index: image_room_types_photo, image_features_photo. */
async function labelledPhotos(db: Db, after: number): Promise<number[]> {
  const { rows } = await sql<{ photo_id: number }>`
    select photo_id from image_room_types where photo_id > ${after}
    union
    select photo_id from image_features where photo_id > ${after}
    order by photo_id
    limit ${PHOTOS_A_TURN}`.execute(db);
  return rows.map(({ photo_id }) => photo_id);
}
