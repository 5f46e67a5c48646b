import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { LeadRow } from "../lead-row.ts";
import { MAX_TAGS_OF_LEAD, tagIds } from "./tag-names.ts";

/** The tags of leads by name; leads without one are left out. Index: lead_tags_pkey. */
export async function tagsOf(db: Db, leadIds: readonly number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (leadIds.length === 0) return tags;
  const rows = await db
    .selectFrom("lead_tags")
    .innerJoin("lead_tag_names", "lead_tag_names.id", "lead_tags.tag_id")
    .select(["lead_tags.lead_id", "lead_tag_names.name"])
    .where("lead_tags.lead_id", "in", leadIds)
    .orderBy("lead_tag_names.name")
    .execute();
  for (const { lead_id, name } of rows) tags.set(lead_id, [...(tags.get(lead_id) ?? []), name]);
  return tags;
}

/**
 * Gives a lead these tags and no others, in the transaction of the caller, who has locked the lead.
 *
 * @returns the tags.
 * @throws AppError 409 for more tags than a lead or a brokerage can have.
 */
export async function replaceTags(
  ctx: Context,
  { id, brokerage_id }: Pick<LeadRow, "id" | "brokerage_id">,
  change: (tags: readonly string[]) => Iterable<string>,
): Promise<string[]> {
  const before = (await tagsOf(ctx.db, [id])).get(id) ?? [];
  const after = [...new Set(change(before))].sort();
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length > 0 && after.length > MAX_TAGS_OF_LEAD)
    throw new AppError("conflict", `A lead can have ${MAX_TAGS_OF_LEAD} tags. Remove one first`);
  if (added.length > 0) await addTags(ctx, { id, brokerage_id }, added);
  if (removed.length > 0) await removeTags(ctx.db, { id, brokerage_id }, removed);
  // The row of the lead changes, because the live stream follows it.
  if (added.length + removed.length > 0)
    await ctx.db.updateTable("leads").set({ updated_at: ctx.clock.now() }).where("id", "=", id).execute();
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: id,
    brokerageId: brokerage_id,
    before: { tags: before },
    after: { tags: after },
  });
  return after;
}

async function addTags(
  ctx: Context,
  lead: Pick<LeadRow, "id" | "brokerage_id">,
  names: readonly string[],
): Promise<void> {
  const ids = await tagIds(ctx, lead.brokerage_id, names);
  const added = await giveTags(ctx, lead.id, [...ids.values()]);
  if (added === names.length) return;
  // One of them was deleted after its id was read.
  const now = (await tagsOf(ctx.db, [lead.id])).get(lead.id) ?? [];
  await addTags(
    ctx,
    lead,
    names.filter((name) => !now.includes(name)),
  );
}

/** Gives a locked lead those of the tags that are not deleted meanwhile. @returns how many it did not have. */
export async function giveTags(
  { db, clock }: Context,
  leadId: number,
  tagIds: readonly number[],
): Promise<number> {
  if (tagIds.length === 0) return 0;
  const added = await db
    .insertInto("lead_tags")
    .columns(["lead_id", "tag_id", "tagged_at"])
    .expression((from) =>
      from
        .selectFrom("lead_tag_names")
        .select(({ val }) => [val(leadId).as("lead_id"), "id", val(clock.now()).as("tagged_at")])
        .where("id", "in", tagIds)
        .orderBy("id")
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("tag_id")
    .execute();
  return added.length;
}

async function removeTags(
  db: Db,
  { id, brokerage_id }: Pick<LeadRow, "id" | "brokerage_id">,
  names: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("lead_tags")
    .where("lead_id", "=", id)
    .where("tag_id", "in", (from) =>
      from
        .selectFrom("lead_tag_names")
        .select("lead_tag_names.id")
        .where("lead_tag_names.brokerage_id", "=", brokerage_id)
        .where("lead_tag_names.name", "in", names),
    )
    .execute();
}
