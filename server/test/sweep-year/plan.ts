import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { type BrokeragePlan, planBrokerage } from "./plan-brokerages.ts";
import { planChanges } from "./plan-changes.ts";
import { type LeadPlan, planLeads } from "./plan-leads.ts";

export const SECOND = 1000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
export const NEW_YEAR = Date.parse("2027-01-01T00:00:00Z");

export type Size = { brokerages: number; leads: number; days: number };

/** Something that a brokerage's people do to it, or to themselves. */
export type Change = { at: number; brokerage: string } & (
  | { kind: "settings"; settings: Record<string, unknown> }
  | { kind: "agent"; email: string; fields: Record<string, unknown> }
  | { kind: "agent joins" | "agent leaves" | "agent is back"; email: string }
  | { kind: "broker joins" | "broker leaves"; email: string }
  | { kind: "closes" | "opens" }
);

/** A year as it is going to be, but for what depends on where a lead stands then: each step of one has a seed of its own. */
export type Plan = {
  from: number;
  until: number;
  brokerages: BrokeragePlan[];
  changes: Change[];
  leads: LeadPlan[];
  /** Minutes at which the sweep runs although the oracle expects nothing. */
  idle: number[];
};

export function planYear(seed: number, { brokerages: count, leads, days }: Size): Plan {
  const random = new SeededRandom(seed);
  const until = NEW_YEAR + days * DAY;
  const rhythm = planRhythm(random, days, leads);
  const brokerages = Array.from({ length: count }, (_, at) => planBrokerage(random, at));
  const changes = brokerages.flatMap((brokerage, at) =>
    planChanges(random, { brokerage, rhythm, days, closes: at === 1 }),
  );
  return {
    from: NEW_YEAR,
    until,
    brokerages,
    changes: changes.toSorted((a, b) => a.at - b.at),
    leads: planLeads(random, { count: leads, brokerages, changes, rhythm, days }),
    idle: Array.from(
      { length: Math.ceil(days / 3) },
      () => NEW_YEAR + random.integer(1, days * 1440) * MINUTE,
    ),
  };
}

/** When people of all brokerages sit down to their leads, the same times every day; and when many leads come at once. */
export type Rhythm = { timesOfDay: number[]; rushes: number[] };

function planRhythm(random: SeededRandom, days: number, leads: number): Rhythm {
  const second = () => random.pick([0, 0, 17, 30, 44]) * SECOND;
  return {
    timesOfDay: [16 * HOUR, 21 * HOUR].map((hour) => hour + random.integer(0, 59) * MINUTE + second()),
    rushes: Array.from({ length: 2 + Math.ceil(leads / 25) }, () => anyMoment(random, days)),
  };
}

/** Of all days but the last; often on the minute. */
export function anyMoment(random: SeededRandom, days: number): number {
  const minute = NEW_YEAR + random.integer(0, (days - 1) * 1440) * MINUTE;
  return minute + (random.chance(0.3) ? 0 : random.integer(1, 59) * SECOND);
}

/** One of those times on a day, counted from 0. */
export function sitting(random: SeededRandom, { timesOfDay }: Rhythm, day: number): number {
  return NEW_YEAR + day * DAY + random.pick(timesOfDay);
}
