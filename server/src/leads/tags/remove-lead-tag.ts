import type { ActorContext } from "../../platform/context.ts";
import { editTags } from "./edit-tags.ts";
import { tagOf } from "./tag-names.ts";
import type { LeadTags, TagOfLeadParams } from "./tags.schemas.ts";

/**
 * Removes a tag of a lead; one that it does not have is no error.
 *
 * @throws AppError 404 `Lead not found`; 422.
 */
export async function removeLeadTag(ctx: ActorContext, { lead_id, tag }: TagOfLeadParams): Promise<LeadTags> {
  const removed = tagOf(tag, ["path", "tag"]);
  return editTags(ctx, lead_id, (tags) => tags.filter((each) => each !== removed));
}
