import type { ActorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { RecordVersion } from "../../platform/http/record-version.ts";
import { brokerageOfTags } from "./list-lead-tags.ts";
import type { TagListQuery } from "./tags.schemas.ts";
import { lockTag } from "./visible-tags.ts";

const record = "list of tags";

/** A brokerage's names. How many leads have each is left out. */
export const tagListVersion = {
  record,
  read: async (ctx, query) => tagNames(ctx.db, await brokerageOfTags(ctx, query)),
  // It is read alone.
  lock: async () => {},
} satisfies RecordVersion<ActorContext, TagListQuery>;

/** The same for an edit of one of them. */
export const tagVersion = {
  record,
  read: async (ctx, { tag_id }) => tagNames(ctx.db, (await lockTag(ctx, tag_id)).brokerage_id),
  lock: (ctx, { tag_id }) => lockTag(ctx, tag_id),
} satisfies RecordVersion<ActorContext, { tag_id: number }>;

/** Index: lead_tag_names_brokerage_id_name_key. */
function tagNames(db: Db, brokerageId: number) {
  return db
    .selectFrom("lead_tag_names")
    .select(["id", "name"])
    .where("brokerage_id", "=", brokerageId)
    .orderBy("name")
    .execute();
}
