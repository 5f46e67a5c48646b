import { recordChange } from "../../audit/index.ts";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { FeatureParams } from "./image-records.schemas.ts";
import { lockImage } from "./visible-image.ts";

/**
 * Removes a feature added by the caller's brokerage (for an admin without a brokerage: by any); the enrichment's
 * feature with the same key is shown again.
 *
 * @throws AppError 404 `Image not found`, `Feature not found`.
 */
export async function removeImageFeature(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  { image_id, feature_id }: FeatureParams,
) {
  return inTransaction(ctx, async (ctx) => {
    await lockImage(ctx, image_id);
    const removed = await ctx.db
      .deleteFrom("image_features")
      .where("id", "=", feature_id)
      .where("photo_id", "=", image_id)
      .$if(ctx.actor.role !== "admin", (own) => own.where("brokerage_id", "=", ctx.actor.brokerageId))
      .returning(["brokerage_id", "key", "label", "category"])
      .executeTakeFirst();
    if (!removed) throw new AppError("not_found", "Feature not found");
    const { brokerage_id: brokerageId, ...feature } = removed;
    await recordChange(ctx, {
      action: "delete",
      targetType: "image_feature",
      targetId: feature_id,
      brokerageId,
      before: { image_id, ...feature },
    });
    return { message: "Feature removed" };
  });
}
