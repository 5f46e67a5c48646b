import type { ActorContext } from "../../platform/context.ts";
import type { LeadParams } from "../leads.schemas.ts";
import { editTags } from "./edit-tags.ts";
import { tagOf } from "./tag-names.ts";
import type { LeadTags, LeadTagsBody } from "./tags.schemas.ts";

/**
 * Replaces the tags of a lead.
 *
 * @throws AppError 404 `Lead not found`; 409 for more tags than a lead or a brokerage can have; 422.
 */
export function setLeadTags(
  ctx: ActorContext,
  { lead_id, tags }: LeadParams & LeadTagsBody,
): Promise<LeadTags> {
  return editTags(ctx, lead_id, () => tags.map((tag, nth) => tagOf(tag, ["body", "tags", nth])));
}
