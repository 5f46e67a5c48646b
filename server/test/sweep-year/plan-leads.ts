import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import { anyMoment, type Change, DAY, MINUTE, NEW_YEAR, type Rhythm, SECOND, sitting } from "./plan.ts";
import type { BrokeragePlan } from "./plan-brokerages.ts";

export type Way = "contact form" | "registration" | "tour" | "manual";

/** A step's seed decides what happens then, by where the lead stands. */
export type Step = { at: number; seed: number; isFirst: boolean };

export type LeadPlan = {
  name: string;
  brokerage: string;
  arrivesAt: number;
  way: Way;
  /** Of one that is entered by hand. */
  status: "new" | "contacted" | "qualified";
  hasAgent: boolean;
  isSeller: boolean;
  steps: Step[];
};

type Frame = { count: number; brokerages: BrokeragePlan[]; changes: Change[]; rhythm: Rhythm; days: number };

/** Most leads come several at a time, as after an advertisement or at open houses, some at any moment. */
export function planLeads(random: SeededRandom, frame: Frame): LeadPlan[] {
  return Array.from({ length: frame.count }, (_, n) => {
    const brokerage = random.pick(frame.brokerages).name;
    let arrivesAt = random.chance(0.96) ? random.pick(frame.rhythm.rushes) : anyMoment(random, frame.days);
    while (isClosed(frame.changes, brokerage, arrivesAt)) arrivesAt = anyMoment(random, frame.days);
    const way = random.weighted<Way>([
      [4, "contact form"],
      [4, "registration"],
      [1, "tour"],
      [2, "manual"],
    ]);
    return {
      name: `lead-${n}`,
      brokerage,
      arrivesAt,
      way,
      status: random.weighted([
        [6, "new" as const],
        [1, "contacted" as const],
        [1, "qualified" as const],
      ]),
      hasAgent: random.chance(0.6),
      isSeller: random.chance(0.35),
      steps: planSteps(random, frame, arrivesAt),
    };
  });
}

/** Before a brokerage closes, too: its people are not there any more to enter a lead. */
function isClosed(changes: Change[], brokerage: string, at: number): boolean {
  const closes = changes.find((each) => each.brokerage === brokerage && each.kind === "closes");
  const opens = changes.find((each) => each.brokerage === brokerage && each.kind === "opens");
  return closes !== undefined && opens !== undefined && at >= closes.at && at <= opens.at;
}

function planSteps(random: SeededRandom, { rhythm, days }: Frame, arrivesAt: number): Step[] {
  const steps: Step[] = [];
  const add = (at: number) =>
    steps.push({ at, seed: random.integer(1, 2 ** 31), isFirst: steps.length === 0 });
  let at = arrivesAt + firstDelay(random, rhythm, arrivesAt);
  if (!Number.isFinite(at)) return [];
  add(at);
  for (
    let n = random.weighted([
      [3, 0],
      [3, 1],
      [3, 2],
      [1, 3],
      [1, 5],
    ]);
    n > 0;
    n--
  ) {
    const gap = random.weighted([
      [3, 0],
      [4, 1],
      [4, 2],
      [3, 5],
      [2, 9],
      [2, 16],
      [2, 23],
      [2, 33],
      [1, 50],
    ]);
    at = random.chance(0.98)
      ? nextSitting(random, rhythm, at, gap)
      : at + random.integer(1, 40 * 24 * 60) * MINUTE;
    if (at >= NEW_YEAR + days * DAY) break;
    add(at);
  }
  return steps;
}

/** Infinity: staff never work on the lead. */
function firstDelay(random: SeededRandom, rhythm: Rhythm, arrivesAt: number): number {
  return random.weighted<() => number>([
    [15, () => Number.POSITIVE_INFINITY],
    [12, () => random.pick([20, 45]) * SECOND],
    [12, () => 5 * MINUTE - 2 * SECOND],
    [2, () => random.integer(1, 60 * 24 * 7) * MINUTE],
    [59, () => nextSitting(random, rhythm, arrivesAt, random.pick([0, 0, 1, 1, 2, 4])) - arrivesAt],
  ])();
}

function nextSitting(random: SeededRandom, rhythm: Rhythm, after: number, gapDays: number): number {
  const day = Math.floor((after - NEW_YEAR) / DAY) + gapDays;
  const at = sitting(random, rhythm, day);
  return at > after ? at : at + DAY;
}
