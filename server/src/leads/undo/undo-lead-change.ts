import { recordChange } from "../../audit/index.ts";
import { dropHeldEvents } from "../../event-outbox/index.ts";
import { dropNotices } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { LeadRow } from "../lead-row.ts";
import { giveTags } from "../tags/lead-tags.ts";
import { isSame, type LeadChange } from "./lead-changes.ts";

/** Columns of an assignment; all others that an edit of many leads changes belong to a stage. */
const OF_AGENT = ["assigned_agent_id", "registration_status"];

/** What of a lead an edit has changed. */
type Part = "stage" | "agent" | "tags";

/** How many of its changes are undone, and how many stay, because what they changed has changed since. */
type UndoneCounts = { undone: number; kept: number };

/**
 * Undoes a change of a locked lead: its rows of the timeline go, with their notices and events, which have been held back, and its
 * columns and tags get their values again. What has changed since then stays.
 *
 * @param by the name under which its events are held back.
 * @returns the counts of the parts that the change has.
 */
export async function undoLeadChange(
  ctx: Context,
  lead: LeadRow,
  { columns, events, tags }: LeadChange,
  by: string,
): Promise<Partial<Record<Part, UndoneCounts>>> {
  const parts: Partial<Record<Part, UndoneCounts>> = {};
  const restored: Record<string, unknown> = {};
  for (const part of ["stage", "agent"] as const) {
    const ids = events.filter(({ isStage }) => isStage === (part === "stage")).map(({ id }) => id);
    const names = Object.keys(columns).filter((name) => OF_AGENT.includes(name) === (part === "agent"));
    if (ids.length === 0 && names.length === 0) continue;
    if (await hasNewerEvent(ctx.db, lead.id, part, Math.max(0, ...ids))) {
      parts[part] = { undone: 0, kept: ids.length + names.length };
      continue;
    }
    const same = names.filter((name) => isSame(lead[name as keyof LeadRow], columns[name]?.after));
    parts[part] = { undone: ids.length + same.length, kept: names.length - same.length };
    for (const name of same) restored[name] = columns[name]?.before;
    await dropEvents(ctx, lead, { part, ids, by });
  }
  if (tags.added.length + tags.removed.length > 0) parts.tags = await undoTags(ctx, lead.id, tags);
  if (Object.values(parts).some(({ undone }) => undone > 0)) {
    // Also for tags alone, because the live stream follows the row of the lead.
    await ctx.db
      .updateTable("leads")
      .set({ ...restored, updated_at: ctx.clock.now() })
      .where("id", "=", lead.id)
      .execute();
  }
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: {
      ...Object.fromEntries(Object.keys(restored).map((name) => [name, lead[name as keyof LeadRow]])),
      undone: null,
    },
    after: { ...restored, undone: by },
  });
  return parts;
}

/** Whether the timeline has a later row of the same kind. Index: lead_events_timeline. */
async function hasNewerEvent(db: Db, leadId: number, part: "stage" | "agent", id: number): Promise<boolean> {
  const newer = db.selectFrom("lead_events").select("id").where("lead_id", "=", leadId).where("id", ">", id);
  const row = await (part === "stage"
    ? newer.where("to_stage", "is not", null)
    : newer.where("event_type", "in", ["agent_assigned", "agent_reassigned"])
  )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function dropEvents(
  ctx: Context,
  lead: LeadRow,
  { part, ids, by }: { part: "stage" | "agent"; ids: number[]; by: string },
): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.deleteFrom("lead_events").where("lead_id", "=", lead.id).where("id", "in", ids).execute();
  const events = part === "stage" ? (["lead.stage_changed"] as const) : (["lead.assigned"] as const);
  await dropHeldEvents(ctx, { by, subject: `lead:${lead.id}`, events });
  if (part === "agent") {
    const occasions = ids.map((id) => `event ${id}`);
    await dropNotices(ctx, { leadId: lead.id, template: "new_lead", occasions });
  }
}

/** A tag of which a change stays was given, taken or deleted since. */
async function undoTags(
  ctx: Context,
  leadId: number,
  { added, removed }: LeadChange["tags"],
): Promise<UndoneCounts> {
  let undone = 0;
  if (added.length > 0) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom("lead_tags")
      .where("lead_id", "=", leadId)
      .where("tag_id", "in", added)
      .executeTakeFirstOrThrow();
    undone += Number(numDeletedRows);
  }
  if (removed.length > 0) undone += await giveTags(ctx, leadId, removed);
  return { undone, kept: added.length + removed.length - undone };
}
