import {
  available,
  channels,
  type EventName,
  events,
  type Lead,
  type Report,
  reasons,
} from "./spec-machine.ts";

/** Small choices out of one number, which fast-check can make smaller: 0 is the plainest choice each time. */
export class Digits {
  #rest: number;

  constructor(number: number) {
    this.#rest = number;
  }

  below(base: number): number {
    const digit = this.#rest % base;
    this.#rest = Math.floor(this.#rest / base);
    return digit;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

/** Events that cannot be posted. */
const unknownEvents = ["manual_entry", "legacy_import", "contact_logged", "tour_requested"];
const allEvents = [...events, ...unknownEvents];
const everyReason = [...new Set(Object.values(reasons).flat()), "because"];
const timeouts: EventName[] = ["timeout_no_response", "timeout_180d_no_progress"];

/** A report of an event: most of them legal ones, the others anything, at any time. */
export function drawReport(digits: Digits, lead: Lead, now: number): Report {
  const kind = digits.below(8);
  const pick = digits.below(32);
  const bySweep = kind === 7 && pick < timeouts.length;
  const event = bySweep ? (timeouts[pick] as string) : drawEvent(kind, pick, lead);
  return {
    event,
    reason: bySweep ? null : drawReason(digits, event as EventName),
    channel: bySweep ? null : drawChannel(digits, event),
    at: drawTime(digits, lead, now),
    bySweep,
  };
}

function drawEvent(kind: number, pick: number, lead: Lead): string {
  const legal = available(lead);
  const choices = kind < 5 && legal.length > 0 ? legal : allEvents;
  return choices[pick % choices.length] as string;
}

function drawReason(digits: Digits, event: EventName): string | null {
  const kind = digits.below(16);
  const own = reasons[event];
  if (kind < 14) return own ? digits.of(own) : null;
  return kind < 15 ? null : digits.of(everyReason);
}

function drawChannel(digits: Digits, event: string): string | null {
  const kind = digits.below(16);
  if (kind === 15) return null;
  if (kind === 14) return digits.of([...channels, "fax"]);
  return event === "contact_attempted" ? digits.of(channels) : null;
}

/** Now, or: when the last one happened, between then and now, just before either bound, long before, in the future. */
function drawTime(digits: Digits, lead: Lead, now: number): number | null {
  const kind = digits.below(18);
  if (kind < 11) return null;
  const since = now - lead.lastStageEventAt;
  const times = [
    now,
    lead.lastStageEventAt,
    lead.lastStageEventAt + Math.floor((since * digits.below(8)) / 8),
    lead.lastStageEventAt - 1,
    lead.receivedAt - 1,
    lead.receivedAt,
    now + 1 + digits.below(2) * 86_400_000,
  ];
  return times[kind - 11] as number;
}
