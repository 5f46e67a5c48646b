import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { visibleBrokerage } from "../../platform/http/permissions.ts";
import type { ImageParams, RoomTypeBody } from "./image-records.schemas.ts";
import type { ShownPhoto } from "./shown-photos.ts";
import { imageToChange, visibleImage } from "./visible-image.ts";

/**
 * Says what a photo shows. It stands before what models say, however often they read the photo and its listing is imported;
 * null takes it back.
 *
 * @throws AppError 404 `Image not found`.
 */
export async function setImageRoomType(ctx: ActorContext, input: ImageParams & RoomTypeBody) {
  return inTransaction(ctx, async (ctx) => {
    const before = await imageToChange(ctx, input.image_id);
    await store(ctx, input);
    const after = await visibleImage(ctx, input.image_id);
    await recordChange(ctx, {
      action: "update",
      targetType: "image",
      targetId: input.image_id,
      brokerageId: visibleBrokerage(ctx.actor),
      before: roomOf(before),
      after: roomOf(after),
    });
    return {
      image_id: String(input.image_id),
      previous_room_type: before.roomType,
      ...roomOf(after),
    };
  });
}

async function store(
  { db, actor, clock }: ActorContext,
  { image_id, room_type, confidence }: ImageParams & RoomTypeBody,
) {
  if (room_type === null) {
    await db.deleteFrom("image_room_types").where("photo_id", "=", image_id).execute();
    return;
  }
  // As the column has it: what single precision does not hold is refused there.
  const said = { room_type, confidence: Math.fround(confidence), set_by: actor.name, set_at: clock.now() };
  await db
    .insertInto("image_room_types")
    .values({ photo_id: image_id, ...said })
    .onConflict((conflict) => conflict.column("photo_id").doUpdateSet(said))
    .execute();
}

function roomOf({ roomType, confidence, manuallySet }: ShownPhoto) {
  return { room_type: roomType, confidence, manually_set: manuallySet };
}
