import type { Db } from "../../platform/database/database.ts";
import type { LeadRow } from "../lead-row.ts";
import { leadNotFound } from "../lead-scope.ts";
import type { History } from "./decide.ts";
import type { EventType } from "./events.ts";
import type { Stage } from "./stages.ts";

/** Reads the stage history of a lead, oldest first. */
export async function stageHistory(
  db: Db,
  lead: Pick<LeadRow, "id" | "pipeline_type" | "created_at">,
): Promise<History> {
  const rows = await db
    .selectFrom("lead_events")
    .select(["event_type", "to_stage", "occurred_at"])
    .where("lead_id", "=", lead.id)
    .where("to_stage", "is not", null)
    .orderBy("occurred_at")
    .orderBy("id")
    .execute();
  return historyOf(lead, rows);
}

type EventRow = { event_type: string; to_stage: string | null; occurred_at: Date };

/**
 * Builds the history from rows, oldest first; rows without a stage are left out.
 *
 * @throws AppError 404 `Lead not found` without rows: the lead has been deleted since it was read.
 */
export function historyOf(lead: Pick<LeadRow, "pipeline_type" | "created_at">, rows: EventRow[]): History {
  if (rows.length === 0) throw leadNotFound();
  return {
    pipelineType: lead.pipeline_type,
    receivedAt: lead.created_at,
    events: rows
      .filter((row) => row.to_stage !== null)
      .map((row) => ({
        event: row.event_type as EventType,
        to: row.to_stage as Stage,
        occurredAt: row.occurred_at,
      })),
  };
}
