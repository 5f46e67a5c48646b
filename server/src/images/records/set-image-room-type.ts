import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { RoomType } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { ImageParams, RoomTypeBody } from "./image-records.schemas.ts";
import { mayTakeBack } from "./label-scope.ts";
import type { ShownPhoto } from "./shown-photos.ts";
import { imageToChange, visibleImage } from "./visible-image.ts";

/**
 * Says what a photo shows, for the caller's brokerage alone (by an admin of none: for all that say nothing else). It stands before
 * what models say, however often they read the photo and its listing is imported. null takes it back; an admin of no brokerage takes
 * back what anybody has said.
 *
 * @throws AppError 404 `Image not found`.
 */
export async function setImageRoomType(ctx: ActorContext<UsesBrokerages>, input: ImageParams & RoomTypeBody) {
  return inTransaction(ctx, async (ctx) => {
    const before = await imageToChange(ctx, input.image_id);
    const taken = await store(ctx, input);
    const after = await visibleImage(ctx, input.image_id);
    // A brokerage reads in its audit log what its own people said, and nothing of another's.
    const told = new Map<number | null, Room>([[ctx.actor.brokerageId, roomOf(before)], ...taken]);
    for (const [brokerageId, before] of told) {
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

/** @returns whose word was taken back, and what it was. */
async function store(
  { db, actor, clock }: ActorContext,
  { image_id, room_type, confidence }: ImageParams & RoomTypeBody,
): Promise<[brokerageId: number | null, said: Room][]> {
  if (room_type === null) {
    const rows = await db
      .deleteFrom("image_room_types")
      .where("photo_id", "=", image_id)
      .where(mayTakeBack(actor))
      .returning(["brokerage_id", "room_type", "confidence"])
      .execute();
    return rows.map(({ brokerage_id, room_type, confidence }) => [
      brokerage_id,
      { room_type: room_type as RoomType, confidence, manually_set: true },
    ]);
  }
  // As the column has it: what single precision does not hold is refused there.
  const said = { room_type, confidence: Math.fround(confidence), set_by: actor.name, set_at: clock.now() };
  await db
    .insertInto("image_room_types")
    .values({ photo_id: image_id, brokerage_id: actor.brokerageId, ...said })
    .onConflict((conflict) => conflict.expression(sql`photo_id, coalesce(brokerage_id, 0)`).doUpdateSet(said))
    .execute();
  return [];
}

type Room = { room_type: RoomType; confidence: number; manually_set: boolean };

function roomOf({ roomType, confidence, manuallySet }: ShownPhoto): Room {
  return { room_type: roomType, confidence, manually_set: manuallySet };
}
