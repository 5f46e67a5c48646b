import type { ActorContext } from "../../platform/context.ts";
import { editTags } from "./edit-tags.ts";
import { tagOf } from "./tag-names.ts";
import type { LeadTags, TagOfLeadParams } from "./tags.schemas.ts";

/**
 * Removes a tag of a lead; one that it does not have is no error.
 *
 * @throws AppError 404 `Lead not found`; 409 for more tags than a lead or a brokerage can have; 422.
 */
export function removeLeadTag(ctx: ActorContext, { lead_id, tag }: TagOfLeadParams): Promise<LeadTags> {
  return editTags(ctx, lead_id, (tags) => tags.filter((each) => each !== tagOf(tag)));
}
