import { type Lead, type Report, type Stage, stages } from "./spec-machine.ts";

/** An expected timeline row; without stages when it does not change the stage. */
export type TimelineRow = {
  event_type: string;
  from_stage: Stage | null;
  to_stage: Stage | null;
  reason_code: string | null;
  channel: string | null;
  occurred_at: string;
  actor_entered_at: string | null;
};

/** The expected state of a lead. Times are milliseconds. */
export type Modelled = {
  id: number;
  /** The last row of the audit log before the lead came. */
  arrivedAfter: number;
  lead: Lead;
  stageEnteredAt: number;
  timeline: TimelineRow[];
  clock: { due: number; stopped: number | null } | null;
  /** `routed`: an eligible agent, chosen by the product. */
  agentId: number | "routed" | null;
  everAssigned: boolean;
  flags: string[];
  lastContact: number;
  firstResponse: number | null;
  followUp: { due: number; note: string | null; source: "agent" | "default"; setAt: number } | null;
  /** The signals of the temperature: points and times. */
  signals: { points: number; at: number }[];
};

export type Contact = { channel: string; direction: "outbound" | "inbound"; at: number };

/** The defaults of the brokerage's lead settings. */
const TARGET_MS = 300_000;
const FOLLOW_UP_MS = 2 * 86_400_000;
const HALF_LIFE_MS = 14 * 86_400_000;

export const isOpen = (stage: Stage) => stages.indexOf(stage) < stages.indexOf("CLOSED");

export function entered(at: number, now: number): Pick<TimelineRow, "occurred_at" | "actor_entered_at"> {
  return {
    occurred_at: new Date(at).toISOString(),
    actor_entered_at: at < now ? new Date(now).toISOString() : null,
  };
}

/** A lead that has just come, by the contact form or by hand, before it is routed. */
export function received(ids: Pick<Modelled, "id" | "arrivedAfter">, lead: Lead, event: string): Modelled {
  const at = lead.receivedAt;
  return {
    ...ids,
    lead,
    stageEnteredAt: at,
    timeline: [
      {
        event_type: event,
        from_stage: null,
        to_stage: lead.stage,
        reason_code: null,
        channel: null,
        ...entered(at, at),
      },
    ],
    clock: lead.stage === "NEW" ? { due: at + TARGET_MS, stopped: null } : null,
    agentId: null,
    everAssigned: false,
    flags: [],
    lastContact: at,
    firstResponse: null,
    followUp: null,
    signals: event === "contact_form_submission" ? [{ points: 15, at }] : [],
  };
}

/**
 * SPEC: Canonical pipeline stage, column *Also*; the response clock, the timeline row, the follow-up, the agent of a lead
 * that is taken up again. `takers`: the agents who can receive leads.
 */
export function moved(
  model: Modelled,
  report: Report,
  after: Lead,
  { now, takers }: { now: number; takers: number[] },
): Modelled {
  const { lead: before } = model;
  const at = report.at ?? now;
  const isChange = after.stage !== before.stage;
  const withEvent: Modelled = {
    ...model,
    lead: after,
    stageEnteredAt: isChange ? at : model.stageEnteredAt,
    clock: clockAfter(model, after, at, now),
    timeline: [
      ...model.timeline,
      {
        event_type: report.event,
        from_stage: before.stage,
        to_stage: after.stage,
        reason_code: report.reason ?? null,
        channel: report.channel ?? null,
        ...entered(at, now),
      },
    ],
  };
  const contacted =
    report.event === "contact_attempted" ? afterContact(withEvent, "outbound", at) : withEvent;
  if (!isOpen(after.stage)) return { ...contacted, followUp: null };
  return report.event === "lead_re_engaged" ? takenUp(contacted, takers, now) : contacted;
}

function takenUp(model: Modelled, takers: number[], now: number): Modelled {
  const { agentId } = model;
  if (takers.length === 0 || (typeof agentId === "number" && takers.includes(agentId))) return model;
  const [only] = takers as [number];
  return assigned(model, takers.length === 1 ? only : "routed", now);
}

/** It starts on entering NEW, when that is known, and stops when the lead leaves NEW. */
function clockAfter({ clock, lead }: Modelled, after: Lead, at: number, now: number): Modelled["clock"] {
  if (after.stage === "NEW") return { due: now + TARGET_MS, stopped: null };
  return lead.stage === "NEW" && clock ? { ...clock, stopped: at } : clock;
}

/** A contact that is no stage event: logged, whenever it happened. */
export function contacted(model: Modelled, { channel, direction, at }: Contact, now: number): Modelled {
  const row = { event_type: "contact_logged", from_stage: null, to_stage: null, reason_code: null, channel };
  const withRow = { ...model, timeline: [...model.timeline, { ...row, ...entered(at, now) }] };
  const after = afterContact(withRow, direction, at);
  return direction === "inbound" ? { ...after, signals: [...after.signals, { points: 20, at }] } : after;
}

/**
 * SPEC: Follow-ups. The next contact clears the follow-up, and after an outbound one the default is booked. A contact that
 * is entered late clears nothing that was booked after it, and is not what a follow-up follows when others came later.
 */
function afterContact(model: Modelled, direction: Contact["direction"], at: number): Modelled {
  const { followUp, lastContact, firstResponse } = model;
  const isOutbound = direction === "outbound";
  const settles = followUp === null || at >= followUp.setAt;
  const books = settles && isOutbound && isOpen(model.lead.stage) && at >= lastContact;
  const next = { due: at + FOLLOW_UP_MS, note: null, source: "default" as const, setAt: at };
  return {
    ...model,
    lastContact: Math.max(lastContact, at),
    firstResponse: firstResponse ?? (isOutbound ? at : null),
    followUp: books ? next : settles ? null : followUp,
  };
}

/** Lead settings and scope allow it: another agent, or none. The same one again changes nothing. */
export function assigned(model: Modelled, agentId: Modelled["agentId"], now: number): Modelled {
  if (agentId === model.agentId) return model;
  const row = {
    event_type: model.everAssigned ? "agent_reassigned" : "agent_assigned",
    from_stage: null,
    to_stage: null,
    reason_code: null,
    channel: null,
    ...entered(now, now),
  };
  return { ...model, agentId, everAssigned: true, timeline: [...model.timeline, row] };
}

/**
 * Oldest first; of the same moment in the order they were written. What moves no stage shows the one that the lead was in.
 */
export function timelineOf({ timeline }: Modelled): TimelineRow[] {
  let stage: Stage | null = null;
  return timeline
    .toSorted((one, other) => Date.parse(one.occurred_at) - Date.parse(other.occurred_at))
    .map((row) => {
      const from = row.to_stage === null ? stage : row.from_stage;
      stage = row.to_stage ?? stage;
      return { ...row, from_stage: from, to_stage: stage };
    });
}

/** Points fall by half in each half-life; there are never more than 100. */
export function scoreOf({ signals }: Modelled, now: number): number {
  let score = 0;
  let time = now;
  for (const { points, at } of signals.toSorted((one, other) => one.at - other.at)) {
    score = Math.min(100, score * 0.5 ** ((at - time) / HALF_LIFE_MS) + points);
    time = at;
  }
  return score * 0.5 ** ((now - time) / HALF_LIFE_MS);
}
