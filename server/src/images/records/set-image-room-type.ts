import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { RoomType } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { ImageParams, RoomTypeBody } from "./image-records.schemas.ts";
import { mayDeleteLabel } from "./label-scope.ts";
import type { ShownPhoto } from "./shown-photos.ts";
import { lockImage, visibleImage } from "./visible-image.ts";

/**
 * Sets the room type of a photo for the caller's brokerage (by an admin without a brokerage: for all without their own
 * label). It has precedence over the enrichment, also after later enrichments and imports. null removes the label; an
 * admin without a brokerage removes the labels of all brokerages.
 *
 * @throws AppError 404 `Image not found`.
 */
export async function setImageRoomType(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  input: ImageParams & RoomTypeBody,
) {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockImage(ctx, input.image_id);
    const taken = await store(ctx, input);
    const after = await visibleImage(ctx, input.image_id);
    // Each brokerage's audit log has only the labels of its own staff.
    const roomsBefore = new Map<number | null, Room>([[ctx.actor.brokerageId, roomOf(before)], ...taken]);
    for (const [brokerageId, before] of roomsBefore) {
      await recordChange(ctx, {
        action: "update",
        targetType: "image",
        targetId: input.image_id,
        brokerageId,
        before,
        after: roomOf(after),
      });
    }
    return {
      image_id: String(input.image_id),
      previous_room_type: before.roomType,
      ...roomOf(after),
    };
  });
}

/** @returns the removed labels, by brokerage. */
async function store(
  { db, actor, clock }: ActorContext,
  { image_id, room_type, confidence }: ImageParams & RoomTypeBody,
): Promise<[brokerageId: number | null, label: Room][]> {
  if (room_type === null) {
    const rows = await db
      .deleteFrom("image_room_types")
      .where("photo_id", "=", image_id)
      .where(mayDeleteLabel(actor))
      .returning(["brokerage_id", "room_type", "confidence"])
      .execute();
    return rows.map(({ brokerage_id, room_type, confidence }) => [
      brokerage_id,
      { room_type: room_type as RoomType, confidence, manually_set: true },
    ]);
  }
  // Rounded to the column's single precision, which PostgreSQL would otherwise refuse.
  const label = { room_type, confidence: Math.fround(confidence), set_by: actor.name, set_at: clock.now() };
  await db
    .insertInto("image_room_types")
    .values({ photo_id: image_id, brokerage_id: actor.brokerageId, ...label })
    .onConflict((conflict) =>
      conflict.expression(sql`photo_id, coalesce(brokerage_id, 0)`).doUpdateSet(label),
    )
    .execute();
  return [];
}

type Room = { room_type: RoomType; confidence: number; manually_set: boolean };

function roomOf({ roomType, confidence, manuallySet }: ShownPhoto): Room {
  return { room_type: roomType, confidence, manually_set: manuallySet };
}
