import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Takes the tags from leads that are erased. A tag that no other lead has is deleted with them: its name may be about the person.
 *
 * @returns how many were taken. Index: lead_tags_pkey, then lead_tags_tag.
 */
export async function eraseTags(db: Db, leadIds: readonly number[]): Promise<number> {
  const removed = await db
    .deleteFrom("lead_tags")
    .where("lead_id", "in", leadIds)
    .returning("tag_id")
    .execute();
  if (removed.length === 0) return 0;
  const tagIds = [...new Set(removed.map(({ tag_id }) => tag_id))];
  // A statement before the deletion: what gives a tag to another lead holds the tag, and is waited for here and seen there.
  await db
    .selectFrom("lead_tag_names")
    .select("id")
    .where("id", "in", tagIds)
    .orderBy("id")
    .forUpdate()
    .execute();
  await sql`
    delete from lead_tag_names
    where id = any(${tagIds}::integer[])
      and not exists (select from lead_tags where tag_id = lead_tag_names.id)`.execute(db);
  return removed.length;
}
