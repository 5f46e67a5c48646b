import type { Static } from "typebox";
import { recordChange } from "../../audit/index.ts";
import { publicPhotos } from "../../listings/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { imageVectorsCursor, listingImagesCursor } from "../cursors.ts";
import { type PlacedImage, placedImages } from "../photos/placed-images.sql.ts";
import { deleteUnsearchable, removeFromSearch } from "../photos/removed-images.ts";
import type { UsesImages } from "../services.ts";
import type { DeletedEmbeddings } from "./indexing.schemas.ts";

type Input = { image_ids: (number | string)[]; delete_descriptions: boolean };

/**
 * Removes photos from search, effective in this process when the reply is sent (SPEC: embeddings). Embeddings that no
 * other photo needs are deleted, and made again only on request. Descriptions can be deleted with them or later.
 */
export async function deleteImageEmbeddings(
  ctx: ActorContext<UsesImages>,
  input: Input,
): Promise<Static<typeof DeletedEmbeddings>> {
  const wanted = [...new Set(input.image_ids.map(Number))];
  const placed = await inTransaction(ctx, (ctx) => takeAllOut(ctx, wanted, input));
  await ctx.images.vectors.catchUp();
  const errors = wanted.flatMap((id) => {
    const image = placed.get(id);
    if (image && hasWhatGoes(image, input)) return [];
    return [{ image_id: String(id), error: image ? nothingThere(input) : "Image not found" }];
  });
  return { deleted: wanted.length - errors.length, failed: errors.length, errors };
}

async function takeAllOut(ctx: Context, wanted: number[], input: Input): Promise<Map<number, PlacedImage>> {
  const { db } = ctx;
  // The same lock order as everywhere that takes both.
  await listingImagesCursor.lock(db);
  await imageVectorsCursor.lock(db);
  const photos = await publicPhotos(db, wanted);
  const placed = await placedImages(
    db,
    photos.map(({ id, listing }) => ({ id: Number(id), listing: Number(listing) })),
  );
  const images = placed.filter((image) => hasWhatGoes(image, input));
  await removeFromSearch(db, images, { descriptions: input.delete_descriptions });
  await deleteUnsearchable(
    db,
    images.map(({ enrichmentId }) => enrichmentId),
  );
  await recordChange(ctx, {
    action: "delete",
    targetType: "image_embeddings",
    targetId: ctx.requestId,
    brokerageId: null,
    before: {
      image_ids: images.map(({ photoId }) => String(photoId)),
      delete_descriptions: input.delete_descriptions,
    },
  });
  return new Map(placed.map((image) => [image.photoId, image]));
}

function hasWhatGoes({ isEmbedded, isDescribed }: PlacedImage, { delete_descriptions }: Input): boolean {
  return isEmbedded || (delete_descriptions && isDescribed);
}

function nothingThere({ delete_descriptions }: Input): string {
  return delete_descriptions ? "Image has no embeddings and no description" : "Image has no embeddings";
}
