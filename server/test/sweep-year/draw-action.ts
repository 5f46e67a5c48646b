import { available, type EventName, reasons } from "../lifecycle-model/spec-machine.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { OracleBrokerage } from "./oracle-brokerage.ts";
import type { ModelledLead } from "./oracle-lead.ts";
import { DAY, HOUR, MINUTE } from "./plan.ts";

/** An action of staff or of the lead's visitor. */
export type Action =
  | { kind: "contact"; direction: "outbound" | "inbound"; channel: string; at: number | null }
  | { kind: "event"; event: EventName; reason: string | null; channel: string | null }
  | { kind: "assign"; agent: string | null }
  | { kind: "book"; dueAt: number }
  | { kind: "clearFollowUp" | "note" | "tour" | "register" | "look" }
  | { kind: "status"; status: string };

type Moment = { lead: ModelledLead; brokerage: OracleBrokerage; now: number; random: SeededRandom };

const channels = ["call", "email", "text"];

/** SPEC: Registration lead status, the changes by hand. */
const nextStatuses: Record<string, string[]> = {
  new: ["contacted", "assigned"],
  assigned: ["contacted", "qualified"],
  contacted: ["qualified", "nurture", "dead"],
  qualified: ["showing", "offer"],
  nurture: ["qualified", "dead"],
};

const note = (): Action => ({ kind: "note" });
const tour = (): Action => ({ kind: "tour" });
const look = (): Action => ({ kind: "look" });

/** Weighted actions by stage; null when not possible. */
const habits: Record<string, [weight: number, draw: (moment: Moment) => Action | null][]> = {
  NEW: [
    [10, outbound],
    [5, move("contact_attempted")],
    [2, move("bogus_contact_detected")],
    [2, inbound],
    [2, assign],
    [1, book],
    [1, status],
    [1, tour],
    [1, note],
  ],
  CONTACTING: [
    [5, outbound],
    [4, inbound],
    [6, anyMove],
    [2, book],
    [1, clearFollowUp],
    [1, assign],
    [1, tour],
    [1, register],
    [1, look],
    [1, status],
    [1, note],
  ],
  QUALIFIED: [
    [5, anyMove],
    [3, outbound],
    [2, inbound],
    [2, book],
    [1, clearFollowUp],
    [1, look],
    [1, register],
    [1, status],
  ],
  COMMITTED: [
    [6, anyMove],
    [2, outbound],
    [2, book],
    [1, inbound],
  ],
  IN_CONTRACT: [
    [6, anyMove],
    [2, outbound],
    [2, book],
  ],
  CLOSED: [
    [1, inbound],
    [1, register],
    [1, note],
  ],
  ARCHIVED: [
    [6, anyMove],
    [1, inbound],
    [1, register],
    [1, look],
    [1, status],
  ],
  TRASHED: [
    [6, anyMove],
    [1, note],
  ],
};

/** Draws the next action for a lead. The first one is mostly an outreach. */
export function drawAction(moment: Moment, isFirst: boolean): Action {
  const { lead, random } = moment;
  if (isFirst && lead.stage === "NEW" && random.chance(0.6)) return outbound(moment);
  return random.weighted(habits[lead.stage] ?? [])(moment) ?? { kind: "note" };
}

function outbound({ lead, now, random }: Moment): Action {
  const earliest = Math.max(lead.machine.receivedAt, lead.machine.lastStageEventAt);
  const isLate = random.chance(0.15);
  const at = isLate ? Math.max(earliest, now - random.integer(1, 600) * MINUTE) : null;
  return { kind: "contact", direction: "outbound", channel: random.pick(channels), at };
}

function inbound({ random }: Moment): Action {
  return { kind: "contact", direction: "inbound", channel: random.pick(channels), at: null };
}

function anyMove(moment: Moment): Action | null {
  const legal = available(moment.lead.machine);
  return legal.length === 0 ? null : move(moment.random.pick(legal))(moment);
}

function move(event: EventName) {
  return ({ random }: Moment): Action => ({
    kind: "event",
    event,
    reason: random.pick(reasons[event] ?? [null]),
    channel: event === "contact_attempted" ? random.pick(channels) : null,
  });
}

function assign({ brokerage, lead, random }: Moment): Action | null {
  const able = [...brokerage.agents.values()].filter((each) => each.status === "active" && !each.isDisabled);
  const agent = random.chance(0.2) || able.length === 0 ? null : random.pick(able).email;
  return agent === lead.agent ? null : { kind: "assign", agent };
}

function book({ now, random }: Moment): Action {
  const whole = random.pick([HOUR, DAY, 3 * DAY, 10 * DAY]);
  return { kind: "book", dueAt: now + (random.chance(0.9) ? whole : random.integer(0, 40_000) * 1000) };
}

function clearFollowUp({ lead }: Moment): Action | null {
  return lead.followUp && { kind: "clearFollowUp" };
}

function register({ lead }: Moment): Action | null {
  return lead.registration === null ? null : { kind: "register" };
}

function status({ lead, random }: Moment): Action | null {
  const next = nextStatuses[lead.registration ?? ""];
  return next ? { kind: "status", status: random.pick(next) } : null;
}
