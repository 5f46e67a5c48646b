import { available, type EventName, reasons } from "../lifecycle-model/spec-machine.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { ModelledLead } from "./oracle-lead.ts";
import type { Office } from "./oracle-office.ts";
import { DAY, HOUR, MINUTE } from "./plan.ts";

/** What people do with a lead, or it does itself. */
export type Deed =
  | { kind: "contact"; direction: "outbound" | "inbound"; channel: string; at: number | null }
  | { kind: "event"; event: EventName; reason: string | null; channel: string | null }
  | { kind: "assign"; agent: string | null }
  | { kind: "book"; dueAt: number }
  | { kind: "unbook" | "note" | "tour" | "register" | "look" }
  | { kind: "status"; status: string };

type Moment = { lead: ModelledLead; office: Office; now: number; random: SeededRandom };

const channels = ["call", "email", "text"];

/** SPEC: Registration lead status, the moves by hand. */
const nextStatuses: Record<string, string[]> = {
  new: ["contacted", "assigned"],
  assigned: ["contacted", "qualified"],
  contacted: ["qualified", "nurture", "dead"],
  qualified: ["showing", "offer"],
  nurture: ["qualified", "dead"],
};

const note = (): Deed => ({ kind: "note" });
const tour = (): Deed => ({ kind: "tour" });
const look = (): Deed => ({ kind: "look" });

/** How often what is done with leads in a stage, where it can be done at all. */
const habits: Record<string, [weight: number, draw: (moment: Moment) => Deed | null][]> = {
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
    [1, unbook],
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
    [1, unbook],
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

/** What is done next with a lead that stands where it does. The first step is an attempt to reach it, most of the time. */
export function drawDeed(moment: Moment, isFirst: boolean): Deed {
  const { lead, random } = moment;
  if (isFirst && lead.stage === "NEW" && random.chance(0.6)) return outbound(moment);
  return random.weighted(habits[lead.stage] ?? [])(moment) ?? { kind: "note" };
}

function outbound({ lead, now, random }: Moment): Deed {
  const earliest = Math.max(lead.machine.receivedAt, lead.machine.lastStageEventAt);
  const isLate = random.chance(0.15);
  const at = isLate ? Math.max(earliest, now - random.integer(1, 600) * MINUTE) : null;
  return { kind: "contact", direction: "outbound", channel: random.pick(channels), at };
}

function inbound({ random }: Moment): Deed {
  return { kind: "contact", direction: "inbound", channel: random.pick(channels), at: null };
}

function anyMove(moment: Moment): Deed | null {
  const legal = available(moment.lead.machine);
  return legal.length === 0 ? null : move(moment.random.pick(legal))(moment);
}

function move(event: EventName) {
  return ({ random }: Moment): Deed => ({
    kind: "event",
    event,
    reason: random.pick(reasons[event] ?? [null]),
    channel: event === "contact_attempted" ? random.pick(channels) : null,
  });
}

function assign({ office, lead, random }: Moment): Deed | null {
  const able = [...office.agents.values()].filter((each) => each.status === "active" && !each.isDisabled);
  const agent = random.chance(0.2) || able.length === 0 ? null : random.pick(able).email;
  return agent === lead.agent ? null : { kind: "assign", agent };
}

function book({ now, random }: Moment): Deed {
  const whole = random.pick([HOUR, DAY, 3 * DAY, 10 * DAY]);
  return { kind: "book", dueAt: now + (random.chance(0.9) ? whole : random.integer(0, 40_000) * 1000) };
}

function unbook({ lead }: Moment): Deed | null {
  return lead.followUp && { kind: "unbook" };
}

function register({ lead }: Moment): Deed | null {
  return lead.registration === null ? null : { kind: "register" };
}

function status({ lead, random }: Moment): Deed | null {
  const next = nextStatuses[lead.registration ?? ""];
  return next ? { kind: "status", status: random.pick(next) } : null;
}
