import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type LeadRow, leadRowColumns } from "../lead-row.ts";

/** What an edit has changed of a lead. Kept as JSON. */
export type LeadChange = {
  /** Values of columns before and after. */
  columns: Record<string, { before: unknown; after: unknown }>;
  /** The rows of its timeline that the edit wrote. */
  events: { id: number; isStage: boolean }[];
  tags: { added: number[]; removed: number[] };
};

/** Leads as they are, to be compared with later. */
export type LeadStates = Map<number, { lead: LeadRow; lastEventId: number; tags: number[] }>;

/** Reads locked leads. Index: leads_pkey, lead_events_timeline, lead_tags_pkey. */
export async function leadStates(db: Db, leadIds: readonly number[]): Promise<LeadStates> {
  if (leadIds.length === 0) return new Map();
  const leads = await db.selectFrom("leads").select(leadRowColumns).where("id", "in", leadIds).execute();
  const { rows: last } = await sql<{ lead_id: number; id: number }>`
    select lead_id, max(id) as id from lead_events where lead_id = any(${leadIds}::integer[]) group by lead_id`.execute(
    db,
  );
  const lastIds = new Map(last.map(({ lead_id, id }) => [lead_id, id]));
  const tags = Map.groupBy(
    await db
      .selectFrom("lead_tags")
      .select(["lead_id", "tag_id"])
      .where("lead_id", "in", leadIds)
      .orderBy("tag_id")
      .execute(),
    ({ lead_id }) => lead_id,
  );
  return new Map(
    leads.map((lead) => [
      lead.id,
      {
        lead: lead as LeadRow,
        lastEventId: lastIds.get(lead.id) ?? 0,
        tags: (tags.get(lead.id) ?? []).map(({ tag_id }) => tag_id),
      },
    ]),
  );
}

/** What has changed since the states were read, by lead. The leads have been locked in between. */
export async function leadChanges(db: Db, before: LeadStates): Promise<Map<number, LeadChange>> {
  const ids = [...before.keys()];
  const after = await leadStates(db, ids);
  const events = Map.groupBy(
    ids.length === 0
      ? []
      : await db
          .selectFrom("lead_events")
          .select(["id", "lead_id", "to_stage"])
          .where("lead_id", "in", ids)
          .where("id", ">", Math.min(...[...before.values()].map(({ lastEventId }) => lastEventId)))
          .orderBy("id")
          .execute(),
    ({ lead_id }) => lead_id,
  );
  return new Map(
    [...after].map(([id, now]) => {
      const then = before.get(id) ?? now;
      return [
        id,
        {
          columns: changedColumns(then.lead, now.lead),
          events: (events.get(id) ?? [])
            .filter((event) => event.id > then.lastEventId)
            .map((event) => ({ id: event.id, isStage: event.to_stage !== null })),
          tags: {
            added: now.tags.filter((tag) => !then.tags.includes(tag)),
            removed: then.tags.filter((tag) => !now.tags.includes(tag)),
          },
        },
      ];
    }),
  );
}

function changedColumns(before: LeadRow, after: LeadRow): LeadChange["columns"] {
  return Object.fromEntries(
    leadRowColumns
      .filter((name) => name !== "updated_at" && !isSame(before[name], after[name]))
      .map((name) => [name, { before: before[name], after: after[name] }]),
  );
}

/** Compared as JSON, as which changes are kept. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
