import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockLead } from "../lead-scope.ts";
import type { LeadParams } from "../leads.schemas.ts";
import { replaceTags } from "./lead-tags.ts";
import { tagOf } from "./tag-names.ts";
import type { LeadTags, LeadTagsBody, TagOfLeadParams } from "./tags.schemas.ts";

/** Replaces the tags of a lead. @throws AppError 404 `Lead not found`; 409 for too many tags; 422. */
export function setLeadTags(
  ctx: ActorContext,
  { lead_id, tags }: LeadParams & LeadTagsBody,
): Promise<LeadTags> {
  return edit(ctx, lead_id, () => tags.map(tagOf));
}

/** Adds a tag to a lead. @throws AppError 404 `Lead not found`; 409 for too many tags; 422. */
export function addLeadTag(ctx: ActorContext, { lead_id, tag }: TagOfLeadParams): Promise<LeadTags> {
  return edit(ctx, lead_id, (tags) => [...tags, tagOf(tag)]);
}

/** Removes a tag of a lead, or one that it does not have. @throws AppError 404 `Lead not found`; 422. */
export function removeLeadTag(ctx: ActorContext, { lead_id, tag }: TagOfLeadParams): Promise<LeadTags> {
  return edit(ctx, lead_id, (tags) => tags.filter((each) => each !== tagOf(tag)));
}

function edit(
  ctx: ActorContext,
  leadId: number,
  change: (tags: readonly string[]) => string[],
): Promise<LeadTags> {
  return inTransaction(ctx, async (ctx) => ({
    tags: await replaceTags(ctx, await lockLead(ctx, leadId), change),
  }));
}
