import type { Context } from "../../context.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { LeadRow, LeadSource } from "../lead-row.ts";
import { legacyColumns } from "../lifecycle/projections.ts";
import { type EventActor, recordEvent } from "../lifecycle/record-event.ts";
import { startedClock } from "../lifecycle/response-clock.ts";
import type { Stage } from "../lifecycle/stages.ts";
import { heatAfter } from "../temperature/score.ts";
import type { SignalKind } from "../temperature/signals.ts";
import { pipelineOfSubject } from "./pipeline-of-subject.ts";

/** A lead as it arrives. Texts are trimmed; what was not said is null. */
export type NewLead = {
  brokerageId: number;
  source: LeadSource;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  notes?: string | null;
  source_domain: string | null;
  source_page: string | null;
  utm_source?: string | null;
  utm_medium?: string | null;
  utm_campaign?: string | null;
  source_address?: string | null;
  suspicions?: string[];
  assigned_agent_id?: number | null;
  /** NEW, but where staff know better. */
  stage?: Stage;
};

/** The first row of its timeline, and the sign of interest that comes with it. */
export type Arrival = {
  event: "contact_form_submission" | "manual_entry" | "legacy_import";
  payload?: object;
  actor?: EventActor;
  signal?: SignalKind;
};

/**
 * Stores a lead with the first row of its timeline: neither is ever there without the other. In NEW, the response clock
 * starts.
 */
export async function receiveLead(ctx: Context, lead: NewLead, arrival: Arrival): Promise<LeadRow> {
  const { brokerageId, stage = "NEW", ...columns } = lead;
  const { signal: kind, ...first } = arrival;
  const now = ctx.clock.now();
  const signal = kind && { kind, occurredAt: now };
  return inTransaction(ctx, async (ctx) => {
    const settings = await leadSettings(ctx.db, brokerageId);
    const path = pipelineOfSubject(columns.subject);
    const row = (await ctx.db
      .insertInto("leads")
      .values({
        ...columns,
        brokerage_id: brokerageId,
        pipeline_type: path,
        stage,
        stage_entered_at: now,
        ...legacyColumns(stage, path),
        ...(stage === "NEW" && startedClock(now, settings.response_target_seconds)),
        ...(signal && { heat: heatAfter(null, signal), last_signal_at: now }),
        last_contact: now,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()) as LeadRow;
    await recordEvent(ctx, row.id, { ...first, from: null, to: stage, occurredAt: now });
    if (signal) {
      await ctx.db
        .insertInto("lead_signals")
        .values({ lead_id: row.id, kind: signal.kind, occurred_at: now })
        .execute();
    }
    return row;
  });
}
