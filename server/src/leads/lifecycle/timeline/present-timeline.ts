import type { Selectable } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { LeadEvents } from "../../../platform/database/types.generated.ts";
import { activeFlags } from "../../contact-rules/flags.ts";
import type { LeadRow } from "../../lead-row.ts";
import { availableEvents, stageOf } from "../decide.ts";
import type { ReportableEvent } from "../events.ts";
import { historyOf } from "../stage-history.ts";
import type { Stage } from "../stages.ts";
import type { Timeline, TimelineEvent } from "./timeline.schemas.ts";

/** Presents the timeline, the legal events and the active flags of a lead (SPEC: Lead lifecycle timeline). */
export async function presentTimeline({ db }: Context, lead: LeadRow): Promise<Timeline> {
  const [rows, flags] = await Promise.all([
    db
      .selectFrom("lead_events")
      .selectAll()
      .where("lead_id", "=", lead.id)
      .orderBy("occurred_at")
      .orderBy("id")
      .execute(),
    activeFlags(db, [lead.id]),
  ]);
  const history = historyOf(lead, rows);
  return {
    lead_id: lead.id,
    // From these rows, because the lead may have moved since it was read.
    stage: stageOf(history),
    events: replay(rows),
    available_transitions: availableEvents(history) as ReportableEvent[],
    warnings: flags.get(lead.id) ?? [],
  };
}

/** Adds the stage to rows that do not change it: the current one as `from_stage` and `to_stage`. */
function replay(rows: Selectable<LeadEvents>[]): TimelineEvent[] {
  let stage: Stage | null = null;
  return rows.map((row) => {
    const moves = row.to_stage !== null;
    const from = moves ? row.from_stage : stage;
    stage = moves ? (row.to_stage as Stage) : stage;
    return {
      id: row.id,
      event_type: row.event_type as TimelineEvent["event_type"],
      from_stage: from as Stage | null,
      to_stage: stage,
      reason_code: row.reason_code,
      note: row.note,
      channel: row.channel as TimelineEvent["channel"],
      occurred_at: row.occurred_at,
      actor_entered_at: row.actor_entered_at,
      actor: presentActor(row),
      payload: row.payload as TimelineEvent["payload"],
    };
  });
}

type ActorColumns = Pick<Selectable<LeadEvents>, "actor_type" | "actor_id" | "actor_name">;

export function presentActor(row: ActorColumns): TimelineEvent["actor"] {
  const type = row.actor_type as TimelineEvent["actor"]["type"];
  return { type, id: row.actor_id, name: row.actor_name };
}
