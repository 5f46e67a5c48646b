import type { ActorContext } from "../../platform/context.ts";
import { editTags } from "./edit-tags.ts";
import { tagOf } from "./tag-names.ts";
import type { LeadTags, TagOfLeadParams } from "./tags.schemas.ts";

/**
 * Adds a tag to a lead.
 *
 * @throws AppError 404 `Lead not found`; 409 for more tags than a lead or a brokerage can have; 422.
 */
export function addLeadTag(ctx: ActorContext, { lead_id, tag }: TagOfLeadParams): Promise<LeadTags> {
  return editTags(ctx, lead_id, (tags) => [...tags, tagOf(tag, ["path", "tag"])]);
}
