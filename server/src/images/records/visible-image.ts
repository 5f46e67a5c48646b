import { sql } from "kysely";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { visiblePhotos } from "../image-scope.ts";
import { type ShownPhoto, shownPhotos } from "./shown-photos.ts";

/** @throws AppError 404 `Image not found`, also for one that the caller does not see. */
export async function visibleImage(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  imageId: number,
): Promise<ShownPhoto> {
  const photos = await shownPhotos(ctx, [imageId], await visiblePhotos(ctx));
  const photo = photos.get(imageId);
  if (!photo) throw new AppError("not_found", "Image not found");
  return photo;
}

/**
 * The same for a change of its labels, serialized until the transaction ends. It takes an advisory lock, because a
 * label may have no row yet, and the photo's row belongs to the imports.
 *
 * @throws AppError 404 `Image not found`.
 */
export async function lockImage(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  imageId: number,
): Promise<ShownPhoto> {
  await sql`select pg_advisory_xact_lock(hashtextextended('image', ${imageId}))`.execute(ctx.db);
  return visibleImage(ctx, imageId);
}
