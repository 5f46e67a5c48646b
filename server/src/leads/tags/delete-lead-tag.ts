import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { TagDeleted, TagParams } from "./tags.schemas.ts";
import { lockTag, recordTagChange } from "./visible-tags.ts";

/** Deletes a tag, and takes it from every lead. @throws AppError 404 `Tag not found`. */
export async function deleteLeadTag(ctx: ActorContext, { tag_id }: TagParams): Promise<TagDeleted> {
  return inTransaction(ctx, async (ctx) => {
    const tag = await lockTag(ctx, tag_id);
    await ctx.db.deleteFrom("lead_tag_names").where("id", "=", tag.id).execute();
    await recordTagChange(ctx, "delete", tag, null);
    return { message: "Tag deleted" };
  });
}
