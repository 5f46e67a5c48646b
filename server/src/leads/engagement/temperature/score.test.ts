import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HOT_FROM,
  heatAfter,
  heatOf,
  minHeatFor,
  type Signal,
  type SignalKind,
  scoreAt,
  signalWeights,
  temperatureAt,
  WARM_FROM,
} from "./score.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-06-15T12:00:00Z");
const kinds = Object.keys(signalWeights) as SignalKind[];

const after = (days: number, from = START) => new Date(from.getTime() + days * DAY_MS);
const at = (days: number, kind: SignalKind): Signal => ({ kind, occurredAt: after(days) });
const shown = (signals: Signal[], days: number) => temperatureAt(heatOf(signals), after(days));

const moment = fc.date({
  min: new Date("2000-01-01"),
  max: new Date("2090-01-01"),
  noInvalidDate: true,
});
/** Some within two months of each other, where they matter to each other, some anywhere within decades. */
const signals = fc
  .tuple(
    moment,
    fc.array(
      fc.record({ kind: fc.constantFrom(...kinds), day: fc.double({ min: 0, max: 60, noNaN: true }) }),
    ),
    fc.array(fc.record({ kind: fc.constantFrom(...kinds), occurredAt: moment }), { maxLength: 2 }),
  )
  .map(([base, near, far]): Signal[] => [
    ...near.map(({ kind, day }) => ({ kind, occurredAt: after(Math.round(day * 24) / 24, base) })),
    ...far,
  ]);
const someSignals = signals.filter((list) => list.length > 0);

/** The same without the trick of heat: a score that is halved and added to, step by step. */
function scoreStepByStep(signals: Signal[], now: Date): number {
  const ordered = signals.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  let score = 0;
  let last = ordered[0]?.occurredAt ?? now;
  const halve = (until: Date) => {
    score *= 0.5 ** ((until.getTime() - last.getTime()) / (14 * DAY_MS));
    last = until;
  };
  for (const { kind, occurredAt } of ordered) {
    halve(occurredAt);
    score = Math.min(100, score + signalWeights[kind]);
  }
  halve(now);
  return score;
}

describe("the temperature of a lead", () => {
  it("weighs each signal as decided", () => {
    expect(signalWeights).toEqual({
      site_visit: 2,
      property_view: 1,
      favorite: 8,
      search: 1,
      reply: 20,
      tour_request: 25,
      contact_form: 15,
      registration: 15,
      saved_search: 8,
      alert_click: 2,
    });
  });

  it.each(kinds)("begins with the weight of its first signal: %s", (kind) => {
    expect(shown([at(0, kind)], 0)).toEqual({ score: signalWeights[kind], band: "cold" });
  });

  it("is 0 and cold without a signal", () => {
    expect(temperatureAt(null, START)).toEqual({ score: 0, band: "cold" });
    expect(heatOf([])).toBe(null);
  });

  it("halves in 14 days, and again in the next 14", () => {
    const signals = [at(0, "reply"), at(0, "reply")];
    expect([0, 7, 14, 28, 42].map((days) => shown(signals, days).score)).toEqual([40, 28.3, 20, 10, 5]);
  });

  it("is warm from 30 on, hot from 70 on, exactly", () => {
    const forms = (n: number) => Array.from({ length: n }, () => at(0, "contact_form"));
    const views = (n: number) => Array.from({ length: n }, () => at(0, "property_view"));
    expect(shown([...forms(1), ...views(14)], 0)).toEqual({ score: 29, band: "cold" });
    expect(shown([...forms(1), ...views(15)], 0)).toEqual({ score: 30, band: "warm" });
    expect(shown([...forms(4), ...views(9)], 0)).toEqual({ score: 69, band: "warm" });
    expect(shown([...forms(4), ...views(10)], 0)).toEqual({ score: 70, band: "hot" });
    expect(shown([...forms(4), ...views(20)], 14 * Math.log2(80 / 69.9))).toEqual({
      score: 69.9,
      band: "warm",
    });
    expect(shown([...forms(4), ...views(20)], 14 * Math.log2(80 / 29.9))).toEqual({
      score: 29.9,
      band: "cold",
    });
  });

  it("goes no higher than 100, and cools from there", () => {
    const many = Array.from({ length: 50 }, () => at(0, "tour_request"));
    expect(shown(many, 0)).toEqual({ score: 100, band: "hot" });
    expect(shown(many, 14)).toEqual({ score: 50, band: "warm" });
    expect(shown([...many, at(14, "reply")], 14).score).toBe(70);
  });

  it("equals a score that is halved and added to step by step", () => {
    fc.assert(
      fc.property(someSignals, fc.nat(40), (list, days) => {
        const last = Math.max(...list.map(({ occurredAt }) => occurredAt.getTime()));
        const now = after(days, new Date(last));
        const difference = scoreAt(heatOf(list), now) - scoreStepByStep(list, now);
        expect(Math.abs(difference)).toBeLessThan(0.0501);
      }),
    );
  });

  it("does not depend on the order of its signals", () => {
    fc.assert(
      fc.property(
        someSignals.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(heatOf(shuffled)).toBeCloseTo(heatOf(list) as number, 9);
        },
      ),
    );
  });

  it("has one order at every moment: that of heat", () => {
    const heat = someSignals.map((list) => heatOf(list) as number);
    fc.assert(
      fc.property(heat, heat, moment, (one, other, now) => {
        const [cooler, warmer] = one < other ? [one, other] : [other, one];
        expect(scoreAt(cooler, now)).toBeLessThanOrEqual(scoreAt(warmer, now));
      }),
    );
  });

  it("is filtered as it is shown, at every tenth", () => {
    fc.assert(
      fc.property(moment, (now) => {
        for (let tenth = 250; tenth <= 750; tenth++) {
          const heat = minHeatFor(tenth / 10 + 0.05, now);
          const { score, band } = temperatureAt(heat, now);
          expect(score).toBe(tenth / 10);
          expect(heat >= minHeatFor(WARM_FROM, now)).toBe(band !== "cold");
          expect(heat >= minHeatFor(HOT_FROM, now)).toBe(band === "hot");
        }
      }),
      { numRuns: 50 },
    );
  });

  it("stays a number between 0 and 100 for decades, before and behind", () => {
    fc.assert(
      fc.property(someSignals, moment, (list, now) => {
        const heat = heatOf(list) as number;
        expect(Number.isFinite(heat)).toBe(true);
        const { score } = temperatureAt(heat, now);
        expect(score >= 0 && score <= 100).toBe(true);
      }),
    );
    const old = heatAfter(null, { kind: "reply", occurredAt: new Date("1990-01-01") });
    expect(temperatureAt(old, new Date("2090-01-01"))).toEqual({ score: 0, band: "cold" });
    // A century of silence weighs nothing, and does not spoil what comes after.
    const again = heatAfter(old, { kind: "reply", occurredAt: new Date("2090-01-01") });
    expect(scoreAt(again, new Date("2090-01-01"))).toBe(20);
  });
});
