import { lockSequence, lockTriggered, startEnrollment } from "../drips/index.ts";
import {
  applyEvent,
  assignLead,
  checkReport,
  type EventType,
  eventNamed,
  type LeadRow,
  replaceTags,
  stagesAfter,
  tagOf,
} from "../leads/index.ts";
import { recordEnrollment } from "../outreach/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { requirePermission } from "../platform/http/permissions.ts";
import type { BulkAction, BulkEditBody } from "./bulk-edits.schemas.ts";

/** Edits one locked lead. It writes nothing when it throws an AppError, which refuses the lead. */
type EditLead = (ctx: ActorContext, lead: LeadRow) => Promise<unknown>;

/**
 * What each action does: checks its fields, and is prepared once for all leads, which are locked.
 *
 * @throws AppError which refuses the whole request.
 */
type Prepare = (ctx: ActorContext, input: BulkEditBody, leads: readonly LeadRow[]) => Promise<EditLead>;

export const actions: Record<BulkAction, Prepare> = {
  async assign(_ctx, input) {
    const agentId = required(input, "assigned_agent_id");
    const note = input.reassign_reason || null;
    return (ctx, lead) => assignLead(ctx, lead, { agentId, note });
  },
  async tag(_ctx, input) {
    const tag = tagOf(required(input, "tag"), ["body", "tag"]);
    return (ctx, lead) => replaceTags(ctx, lead, (tags) => [...tags, tag]);
  },
  async untag(_ctx, input) {
    const tag = tagOf(required(input, "tag"), ["body", "tag"]);
    return (ctx, lead) => replaceTags(ctx, lead, (tags) => tags.filter((each) => each !== tag));
  },
  async enroll(ctx, input) {
    const sequenceId = required(input, "sequence_id");
    requirePermission({ permission: "broker" }, ctx.actor);
    const sequence = await lockSequence(ctx, sequenceId);
    return async (ctx, lead) => {
      if (lead.brokerage_id !== sequence.brokerage_id)
        throw new AppError("conflict", "The sequence is another brokerage's");
      await recordEnrollment(ctx, { sequence, ...(await startEnrollment(ctx, sequence, lead)) });
    };
  },
  async move(ctx, input, leads) {
    const event: EventType = eventNamed(required(input, "event_type"));
    const report = { ...checkReport(event, input.reason_code || null, input.channel || null), event };
    // Before the enrollments of any lead, as everywhere.
    for (const brokerageId of new Set(leads.map((lead) => lead.brokerage_id))) {
      for (const stage of stagesAfter(event)) {
        await lockTriggered(ctx.db, { brokerageId, stage, onlyPipeline: null });
      }
    }
    return (ctx, lead) => applyEvent(ctx, lead, { ...report, note: input.note || null });
  },
};

function required<Name extends keyof BulkEditBody>(
  input: BulkEditBody,
  name: Name,
): Exclude<BulkEditBody[Name], undefined> {
  const value = input[name];
  if (value !== undefined) return value as Exclude<BulkEditBody[Name], undefined>;
  throw new AppError("invalid", [
    { loc: ["body", name], msg: `${name} is required for the action ${input.action}`, type: "missing" },
  ]);
}
