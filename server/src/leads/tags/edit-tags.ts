import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockLead } from "../lead-scope.ts";
import { replaceTags } from "./lead-tags.ts";
import type { LeadTags } from "./tags.schemas.ts";

/** Changes the tags of a lead that the caller may edit. @throws AppError 404 `Lead not found`; 409 for too many tags. */
export function editTags(
  ctx: ActorContext,
  leadId: number,
  change: (tags: readonly string[]) => string[],
): Promise<LeadTags> {
  return inTransaction(ctx, async (ctx) => ({
    tags: await replaceTags(ctx, await lockLead(ctx, leadId), change),
  }));
}
