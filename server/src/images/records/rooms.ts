import { setImmediate as yieldToOthers } from "node:timers/promises";
import { sql } from "kysely";
import type { RoomType } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isInScope, type LabelScope, ownFirst } from "./label-scope.ts";

/** A page takes a few milliseconds. */
const PICTURES_A_TURN = 50_000;

/**
 * Calls back with each picture whose enrichment has this room type, and its confidence.
 *
 * Index: image_enrichments_room, an index-only scan. Expected: some ten thousand pictures, at most some hundred
 * thousand, sent as eight bytes each: the id, and the confidence in ten-thousandths. Rejected: rows, which block the
 * event loop ten times as long; counting the photos in SQL, which reads every listing's list of photos.
 */
export async function eachPictureInRoom(
  db: Db,
  roomType: RoomType,
  add: (enrichment: number, confidence: number) => void,
): Promise<void> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(id::bigint << 16 | (room_confidence * 10000)::integer), '') as packed
    from image_enrichments
    where room_type = ${roomType}`.execute(db);
  const packed = rows[0]?.packed ?? Buffer.alloc(0);
  for (let index = 0; index < packed.length; index += 8) {
    if (index > 0 && (index / 8) % PICTURES_A_TURN === 0) await yieldToOthers();
    // The last two bytes are the confidence, those before it the id.
    add(packed.readUIntBE(index, 6), packed.readUInt16BE(index + 6) / 10_000);
  }
}

/** Photos with a manual room type in the scope: the confidence for this room; null when it is another room. */
export async function manualRooms(
  db: Db,
  roomType: RoomType,
  scope: LabelScope,
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ photo: number; confidence: number | null }>`
    select distinct on (photo_id) photo_id as photo,
      case when room_type = ${roomType} then confidence end as confidence
    from image_room_types
    where ${isInScope(scope)}
    order by photo_id, ${ownFirst(scope)}, set_at desc, id desc`.execute(db);
  return new Map(rows.map(({ photo, confidence }) => [photo, confidence]));
}
