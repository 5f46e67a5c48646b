import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { leadsByTag } from "./list-lead-tags.ts";
import { tagOf } from "./tag-names.ts";
import type { Tag, TagParams, TagRenameBody } from "./tags.schemas.ts";
import { lockTag, recordTagChange } from "./visible-tags.ts";

/** Renames a tag on every lead that has it. @throws AppError 404 `Tag not found`; 409 for a name that is taken; 422. */
export async function renameLeadTag(ctx: ActorContext, input: TagParams & TagRenameBody): Promise<Tag> {
  const name = tagOf(input.name, ["body", "name"]);
  return inTransaction(ctx, async (ctx) => {
    const tag = await lockTag(ctx, input.tag_id);
    const { numUpdatedRows } = await ctx.db
      .updateTable("lead_tag_names")
      .set({ name })
      .where("id", "=", tag.id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("lead_tag_names as other")
              .select("other.id")
              .where("other.brokerage_id", "=", tag.brokerage_id)
              .where("other.name", "=", name)
              .where("other.id", "<>", tag.id),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new AppError("conflict", `The brokerage has a tag '${name}' already`);
    await recordTagChange(ctx, "update", tag, { name });
    const counts = await leadsByTag(ctx.db, [tag.id], null);
    return { id: tag.id, name, leads: counts.get(tag.id) ?? 0 };
  });
}
