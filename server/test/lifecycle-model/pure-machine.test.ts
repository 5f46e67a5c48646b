import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkReport } from "../../src/leads/lifecycle/check-report.ts";
import {
  availableEvents,
  decideTransition,
  type History,
  stageOf,
} from "../../src/leads/lifecycle/decide.ts";
import type { EventType } from "../../src/leads/lifecycle/events.ts";
import { legacyColumns } from "../../src/leads/lifecycle/projections.ts";
import type { Stage as ProductStage } from "../../src/leads/lifecycle/stages.ts";
import { AppError } from "../../src/platform/errors.ts";
import { Digits, drawReport } from "./drawn-report.ts";
import {
  arrive,
  available,
  events,
  judge,
  type Lead,
  type Pipeline,
  projections,
  type Report,
  rows,
  stageOfLegacy,
  stages,
} from "./spec-machine.ts";

const SEQUENCES = 100_000;
const MAX_STEPS = 20;
const SEED = Number(process.env.SEED ?? 20261121);
const START = Date.parse("2026-06-15T12:00:00Z");
const pipelines: Pipeline[] = ["buyer", "seller"];

/** A lead in the product's machine: its history and the legacy columns that its moves have written. */
type Machine = { history: History; columns: ReturnType<typeof legacyColumns> };

function begin(lead: Lead): Machine {
  const to = lead.stage as ProductStage;
  return {
    history: {
      pipelineType: lead.pipeline,
      receivedAt: new Date(lead.receivedAt),
      events: [{ event: "manual_entry", to, occurredAt: new Date(lead.receivedAt) }],
    },
    columns: legacyColumns(to, lead.pipeline),
  };
}

/** What the product does with a report: a status, or the lead's machine afterwards. */
function answer({ history, columns }: Machine, report: Report, now: number): number | Machine {
  const { reason = null, channel = null, bySweep = false } = report;
  const event = report.event as EventType;
  if (!bySweep) {
    try {
      checkReport(event, reason, channel);
    } catch (error) {
      if (error instanceof AppError) return error.code === "bad_request" ? 400 : 500;
      throw error;
    }
  }
  const occurredAt = new Date(report.at ?? now);
  const decision = decideTransition(history, { event, occurredAt, now: new Date(now), bySweep });
  if ("refused" in decision) return decision.refused === "illegal" ? 409 : 422;
  const { to } = decision.transition;
  return {
    history: { ...history, events: [...history.events, { event, to, occurredAt }] },
    columns: { ...columns, ...legacyColumns(to, history.pipelineType) },
  };
}

function expectSame(machine: Machine, lead: Lead): void {
  const { history, columns } = machine;
  if (stageOf(history) !== lead.stage) throw new Error(`${stageOf(history)}, by the spec ${lead.stage}`);
  if (columns.status !== projections[lead.stage].status) throw new Error(`status ${columns.status}`);
  if ((columns.buyer_status ?? null) !== lead.buyer) throw new Error(`buyer_status ${columns.buyer_status}`);
  if ((columns.seller_status ?? null) !== lead.seller)
    throw new Error(`seller_status ${columns.seller_status}`);
  const shown = availableEvents(history).toSorted().join();
  const legal = available(lead).toSorted().join();
  if (shown !== legal) throw new Error(`available in ${lead.stage}: ${shown}; by the spec: ${legal}`);
}

/** The stage by the table alone, from the rows that got in. */
function replay(lead: Lead, { events }: History, now: number): Lead {
  return events.slice(1).reduce<Lead>((before, { event, occurredAt }) => {
    const bySweep = event.startsWith("timeout");
    const reason = { deal_collapsed: "other", contract_voided: "other", bogus_contact_detected: "other" };
    const after = judge(
      before,
      {
        event,
        reason: reason[event as keyof typeof reason] ?? null,
        channel: "call",
        at: occurredAt.getTime(),
        bySweep,
      },
      now,
    );
    if (typeof after === "number") throw new Error(`An illegal row got in: ${event} in ${before.stage}`);
    return after;
  }, lead);
}

describe("the lifecycle as a pure machine", () => {
  it(`agrees with the spec on ${SEQUENCES} sequences of events: legal, illegal, backdated, future, repeated, by the sweep`, () => {
    const outcomes = new Map<string, number>();
    const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    const legacy = Object.keys(stageOfLegacy);

    const agrees = fc.property(
      fc.array(fc.nat(), { minLength: 1, maxLength: MAX_STEPS, size: "max" }),
      (numbers) => {
        const beginning = new Digits(numbers[0] as number);
        const arrived = arrive(beginning.of(pipelines), beginning.of(legacy), START);
        let now = START;
        let lead = arrived;
        let machine = begin(lead);
        expectSame(machine, lead);
        for (const number of numbers) {
          const digits = new Digits(number);
          now += digits.of([0, 1000, 3_600_000, 30 * 86_400_000]);
          const report = drawReport(digits, lead, now);
          const right = judge(lead, report, now);
          const got = answer(machine, report, now);
          const status = typeof got === "number" ? got : 200;
          if (status !== (typeof right === "number" ? right : 200)) {
            throw new Error(
              `${JSON.stringify(report)} to ${JSON.stringify(lead)} at ${now}: ${status}, by the spec ${JSON.stringify(right)}`,
            );
          }
          if (typeof got !== "number" && typeof right !== "number") {
            count(`${lead.stage} ${report.event} ${right.stage} ${lead.pipeline}`);
            [machine, lead] = [got, right];
            expectSame(machine, lead);
          } else {
            count(String(status));
          }
        }
        expectSame(machine, replay(arrived, machine.history, now));
      },
    );
    fc.assert(agrees, { numRuns: SEQUENCES, seed: SEED, unbiased: true });

    const reports = [...outcomes.values()].reduce((sum, times) => sum + times);
    const refused = ["400", "409", "422"].map((status) => `${outcomes.get(status)} ${status}`).join(", ");
    process.stdout.write(
      `${SEQUENCES} sequences of ${reports} reports on the pure machine; refused: ${refused}\n`,
    );

    const expected = rows.flatMap(({ from, event, to, only }) =>
      pipelines
        .filter((each) => (only ?? each) === each)
        .map((pipeline) => `${from} ${event} ${to} ${pipeline}`),
    );
    expect([...outcomes.keys()].toSorted()).toEqual([...expected, "400", "409", "422"].toSorted());
    expect(Math.min(...outcomes.values())).toBeGreaterThan(100);
  }, 300_000);

  it("makes every move of the spec's table and no other, for either kind of lead in any stage, by the sweep or by people", () => {
    for (const pipeline of pipelines) {
      for (const stage of stages) {
        for (const milestones of [[], ["listing_activated" as const]]) {
          if (milestones.length > 0 && stage !== "COMMITTED") continue;
          for (const bySweep of [false, true]) {
            const made = events.filter((event) => {
              const machine = machineIn(pipeline, stage, milestones);
              const now = new Date(START);
              return "transition" in decideTransition(machine, { event, occurredAt: now, now, bySweep });
            });
            const legal = rows.filter(
              (row) =>
                row.from === stage &&
                (row.only ?? pipeline) === pipeline &&
                (bySweep || !row.sweepOnly) &&
                !(row.oncePerStay && milestones.length > 0),
            );
            expect([pipeline, stage, bySweep, made.toSorted()]).toEqual([
              pipeline,
              stage,
              bySweep,
              legal.map((row) => row.event).toSorted(),
            ]);
          }
        }
      }
    }
  });

  it("knows the spec's time bounds to the millisecond", () => {
    const received = START;
    const attempted = START + 60_000;
    const history: History = {
      pipelineType: "buyer",
      receivedAt: new Date(received),
      events: [
        { event: "contact_form_submission", to: "NEW", occurredAt: new Date(received) },
        { event: "contact_attempted", to: "CONTACTING", occurredAt: new Date(attempted) },
      ],
    };
    const now = attempted + 60_000;
    const at = (time: number) =>
      "transition" in
      decideTransition(history, {
        event: "motivation_confirmed",
        occurredAt: new Date(time),
        now: new Date(now),
      });
    expect([received - 1, received, attempted - 1, attempted, now, now + 1].map(at)).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

/** A lead that came to a stage, with what it has told of in this stay and in one before it. */
function machineIn(pipeline: Pipeline, stage: ProductStage, milestones: EventType[]): History {
  const occurredAt = new Date(START);
  const stay = (events: EventType[]) => [
    { event: "manual_entry" as const, to: stage, occurredAt },
    ...events.map((event) => ({ event, to: stage, occurredAt })),
  ];
  const other = stage === "QUALIFIED" ? "COMMITTED" : "QUALIFIED";
  return {
    pipelineType: pipeline,
    receivedAt: occurredAt,
    events: [
      ...stay(["listing_activated"]),
      { event: "manual_entry", to: other, occurredAt },
      ...stay(milestones),
    ],
  };
}
