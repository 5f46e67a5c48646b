import type { EventType } from "./events.ts";
import type { PipelineType, Stage } from "./stages.ts";
import { postableFrom, type Transition, transitions } from "./transitions.ts";

/** A timeline row that sets the stage. */
export type StageEvent = { event: EventType; to: Stage; occurredAt: Date };

/** The input of the state machine. Events are oldest first. */
export type History = { pipelineType: PipelineType; receivedAt: Date; events: readonly StageEvent[] };

export type ReportedEvent = {
  event: EventType;
  occurredAt: Date;
  now: Date;
  /** Reported by the sweep, not by a person. */
  bySweep?: boolean;
};

export type Decision =
  | { transition: Transition }
  /** `illegal`: not from this stage. `impossible`: not at that time. */
  | { refused: "illegal" | "impossible"; why: string };

/** The stage after the last event. */
export function stageOf({ events }: Pick<History, "events">): Stage {
  const last = events.at(-1);
  if (!last) throw new Error("Cannot decide an event: the lead has no stage event");
  return last.to;
}

/** Decides whether an event is legal now, where it moves the lead, and whether its time is possible. Pure. */
export function decideTransition(
  history: History,
  { event, occurredAt, now, bySweep = false }: ReportedEvent,
): Decision {
  const stage = stageOf(history);
  const transition = transitions.find(
    (each) =>
      each.from === stage &&
      each.event === event &&
      (each.pipelineType ?? history.pipelineType) === history.pipelineType &&
      (bySweep || !each.bySweep),
  );
  if (!transition) return { refused: "illegal", why: illegalReason(history, event) };
  if (transition.milestone && isReportedInThisStay(history, event)) {
    return { refused: "illegal", why: `${event} is on the timeline already, since the lead is ${stage}` };
  }
  const why = impossibleReason(history, occurredAt, now);
  return why === null ? { transition } : { refused: "impossible", why };
}

/** The events that may be reported now, in table order. */
export function availableEvents(history: History): EventType[] {
  return postableFrom(stageOf(history), history.pipelineType)
    .filter((each) => !each.milestone || !isReportedInThisStay(history, each.event))
    .map((each) => each.event);
}

function illegalReason(history: History, event: EventType): string {
  const legal = availableEvents(history);
  return (
    `${event} is not legal for a ${history.pipelineType} lead in ${stageOf(history)}; ` +
    (legal.length > 0 ? `legal now: ${legal.join(", ")}` : "no event is")
  );
}

/** Since the lead last entered its stage. */
function isReportedInThisStay({ events }: History, event: EventType): boolean {
  for (let at = events.length - 1; at >= 0; at--) {
    const each = events[at] as StageEvent;
    if (each.event === event) return true;
    if (each.to !== events[at - 1]?.to) return false;
  }
  return false;
}

function impossibleReason({ receivedAt, events }: History, occurredAt: Date, now: Date): string | null {
  if (occurredAt > now) return "occurred_at is in the future";
  if (occurredAt < receivedAt)
    return `occurred_at is before the lead was received, ${receivedAt.toISOString()}`;
  const last = events.at(-1) as StageEvent;
  if (occurredAt < last.occurredAt) {
    return `occurred_at is before ${last.event}, which happened ${last.occurredAt.toISOString()}`;
  }
  return null;
}
