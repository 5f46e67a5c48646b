import { isEnabledBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type LeadScope, leadScope } from "../lead-scope.ts";
import type { TagList, TagListQuery } from "./tags.schemas.ts";

/**
 * The tags of a brokerage by name, each with the number of leads in the caller's scope: agents count their own leads.
 *
 * @throws AppError 400 for an admin without a brokerage who names none; 404 `Brokerage not found`.
 */
export async function listLeadTags(ctx: ActorContext, input: TagListQuery): Promise<TagList> {
  const brokerageId = await brokerageOfTags(ctx, input);
  const tags = await ctx.db
    .selectFrom("lead_tag_names")
    .select(["id", "name"])
    .where("brokerage_id", "=", brokerageId)
    .orderBy("name")
    .execute();
  const ids = tags.map(({ id }) => id);
  const counts = await leadsByTag(ctx.db, ids, await leadScope(ctx));
  return { items: tags.map((tag) => ({ ...tag, leads: counts.get(tag.id) ?? 0 })), total: tags.length };
}

/** The brokerage whose tags the caller asks for. @throws AppError as `listLeadTags`. */
export async function brokerageOfTags(ctx: ActorContext, { brokerage_id }: TagListQuery): Promise<number> {
  const { role, brokerageId: own } = ctx.actor;
  const brokerageId = role === "admin" ? (brokerage_id ?? own) : own;
  if (brokerageId === null)
    throw new AppError("bad_request", "No brokerage context - name one with brokerage_id");
  if (role !== "admin" && !(await isEnabledBrokerage(ctx.db, brokerageId)))
    throw new AppError("not_found", "Brokerage not found");
  return brokerageId;
}

/** Index: lead_tags_tag, without the rows; for an agent leads_agent and lead_tags_pkey. At most 500 rows. */
export async function leadsByTag(
  db: Db,
  tagIds: readonly number[],
  scope: LeadScope,
): Promise<Map<number, number>> {
  if (tagIds.length === 0) return new Map();
  const agentId = scope?.agentId ?? null;
  const rows = await db
    .selectFrom("lead_tags")
    .$if(agentId !== null, (query) =>
      query.where("lead_id", "in", (from) =>
        from
          .selectFrom("leads")
          .select("leads.id")
          .where("leads.brokerage_id", "=", scope?.brokerageId ?? 0)
          .where("leads.assigned_agent_id", "=", agentId),
      ),
    )
    .select(({ fn }) => ["tag_id", fn.countAll<number>().as("leads")])
    .where("tag_id", "in", tagIds)
    .groupBy("tag_id")
    .execute();
  return new Map(rows.map(({ tag_id, leads }) => [tag_id, leads]));
}
