import { recordChange } from "../../audit/index.ts";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { FeatureBody, ImageParams } from "./image-records.schemas.ts";
import type { AddedFeature } from "./labels-of-photos.sql.ts";
import { addedFeature } from "./photo-features.ts";
import { lockImage } from "./visible-image.ts";

const MAX_FEATURES = 100;
const MAX_KEY_LENGTH = 64;

/**
 * Adds a feature to a photo manually, for the caller's brokerage only; enrichments do not change it. Adding the same
 * feature again returns the existing one.
 *
 * @throws AppError 404 `Image not found`; 409 when the photo has another feature with that key, or 100 features; 422
 *   for a label that yields no key.
 */
export async function addImageFeature(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  input: ImageParams & FeatureBody,
) {
  const { image_id, label, category } = input;
  const key = input.key ?? keyOf(label);
  return inTransaction(ctx, async (ctx) => {
    await lockImage(ctx, image_id);
    const added = await addedTo(ctx, image_id);
    const known = added.find((feature) => feature.key === key);
    if (known) return theSame(known, { label, category });
    if (added.length >= MAX_FEATURES) {
      throw new AppError("conflict", `An image has at most ${MAX_FEATURES} features that were added by hand`);
    }
    const { id } = await ctx.db
      .insertInto("image_features")
      .values({
        photo_id: image_id,
        brokerage_id: ctx.actor.brokerageId,
        key,
        label,
        category,
        added_by: ctx.actor.name,
        added_at: ctx.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordChange(ctx, {
      action: "create",
      targetType: "image_feature",
      targetId: id,
      brokerageId: ctx.actor.brokerageId,
      after: { image_id, key, label, category },
    });
    return addedFeature({ id, key, label, category });
  });
}

async function addedTo({ db, actor }: ActorContext, imageId: number): Promise<AddedFeature[]> {
  return db
    .selectFrom("image_features")
    .select(["id", "key", "label", "category"])
    .where("photo_id", "=", imageId)
    .where("brokerage_id", "is not distinct from", actor.brokerageId)
    .execute();
}

function theSame(known: AddedFeature, { label, category }: { label: string; category: string }) {
  if (known.label === label && known.category === category) return addedFeature(known);
  throw new AppError(
    "conflict",
    `The image has a feature ${known.key} already: ${known.label}, ${known.category}`,
  );
}

/** "Butcher block" becomes `butcher_block`. */
function keyOf(label: string): string {
  const plain = label.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const key = plain
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, MAX_KEY_LENGTH)
    .replaceAll(/^_|_$/g, "");
  if (key !== "") return key;
  const msg = "label must have a letter or a digit of English, or a key must be given";
  throw new AppError("invalid", [{ loc: ["body", "label"], msg, type: "value_error" }]);
}
