import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../../test/harness/brokerage-fixture.ts";
import { leadByForm } from "../../../../test/harness/contact-form.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockLead } from "../../lead-scope.ts";
import { recordSignal, recordSignals } from "./record-signal.ts";
import { heatOf, type Signal, type SignalKind, signalWeights } from "./score.ts";

const DAY_MS = 86_400_000;
const kinds = Object.keys(signalWeights) as SignalKind[];

describe("recordSignal", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
  });
  afterAll(() => lintel.close());

  const daysAgo = (days: number) => new Date(lintel.clock.now().getTime() - days * DAY_MS);
  const locked = (
    id: number,
    work: (ctx: TestApp["ctx"], lead: Awaited<ReturnType<typeof lockLead>>) => unknown,
  ) => inTransaction(lintel.ctx, async (ctx) => work(ctx, await lockLead(ctx, id)));
  const record = (id: number, kind: SignalKind, occurredAt = lintel.clock.now()) =>
    locked(id, (ctx, lead) => recordSignal(ctx, lead, { kind, occurredAt }));
  const temperature = async (id: number) =>
    (await lintel.call(`/api/v1/admin/leads/${id}`, { key: brokerage.broker })).body.temperature;
  const stored = (id: number) =>
    lintel.database.db
      .selectFrom("leads")
      .select(["heat", "last_signal_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  it("takes a lead from cold to warm to hot, and time takes it back", async () => {
    const id = await leadByForm(lintel, brokerage.host);
    const seen = [await temperature(id)];
    const then = async (days: number, ...signals: SignalKind[]) => {
      lintel.clock.advance(days * DAY_MS);
      for (const kind of signals) await record(id, kind);
      seen.push(await temperature(id));
    };
    await then(0, "tour_request");
    await then(0, "reply", "favorite", "site_visit");
    await then(0.1);
    await then(14);
    await then(7);
    await then(14, "reply");
    await then(365 * 20);
    expect(seen).toEqual([
      { score: 15, band: "cold" },
      { score: 40, band: "warm" },
      { score: 70, band: "hot" },
      { score: 69.7, band: "warm" },
      { score: 34.8, band: "warm" },
      { score: 24.6, band: "cold" },
      { score: 32.3, band: "warm" },
      { score: 0, band: "cold" },
    ]);
  });

  it("puts a signal that is told late where it belongs", async () => {
    const [late, inTime] = [
      await leadByForm(lintel, brokerage.host),
      await leadByForm(lintel, brokerage.host),
    ];
    lintel.clock.advance(14 * DAY_MS);
    await record(inTime, "tour_request", daysAgo(7));
    await record(inTime, "reply");
    await record(late, "reply");
    await record(late, "tour_request", daysAgo(7));
    expect(await stored(late)).toEqual(await stored(inTime));
    // 15 halved once, 25 halved half a time, and 20.
    expect(await temperature(late)).toEqual({ score: 45.2, band: "warm" });
  });

  it("does not take a late signal for the latest one: what comes next is put behind the right one", async () => {
    const id = await leadByForm(lintel, brokerage.host);
    lintel.clock.advance(DAY_MS);
    await record(id, "reply");
    const { last_signal_at } = await stored(id);
    await record(id, "favorite", daysAgo(0.5));
    expect((await stored(id)).last_signal_at).toEqual(last_signal_at);
  });

  it("counts a late signal under the cap of its own time, not of now", async () => {
    const id = await leadByForm(lintel, brokerage.host);
    for (let n = 0; n < 5; n++) await record(id, "tour_request");
    expect((await temperature(id)).score).toBe(100);
    lintel.clock.advance(14 * DAY_MS);
    await record(id, "reply");
    // It was at 100 then: one more changed nothing.
    await record(id, "reply", daysAgo(14));
    expect((await temperature(id)).score).toBe(70);
  });

  it("of any signals, in any order and in any portions, makes the heat of all of them", async () => {
    const signal = fc.record({
      kind: fc.constantFrom(...kinds),
      // Whole days, so that some fall together.
      occurredAt: fc.integer({ min: 0, max: 90 }).map(daysAgo),
    });
    const portions = fc.array(fc.array(signal, { maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(portions, async (portions) => {
        const id = await leadByForm(lintel, brokerage.host);
        const form: Signal = { kind: "contact_form", occurredAt: lintel.clock.now() };
        for (const portion of portions) await locked(id, (ctx, lead) => recordSignals(ctx, lead, portion));
        const { heat, last_signal_at } = await stored(id);
        expect(heat).toBeCloseTo(heatOf([form, ...portions.flat()]) as number, 9);
        expect(last_signal_at).toEqual(form.occurredAt);
      }),
      { numRuns: 60 },
    );
  });

  it("loses none of many at once", async () => {
    const id = await leadByForm(lintel, brokerage.host);
    await Promise.all(Array.from({ length: 20 }, () => record(id, "property_view")));
    expect((await temperature(id)).score).toBe(35);
  });
});
