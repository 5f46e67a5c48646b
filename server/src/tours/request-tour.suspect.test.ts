import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";

/** Bots and floods are marked, never dropped, and never told. */
describe("a suspect tour request", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openTours(lintel, `suspect-${++made}`);
  });

  const marks = async () => (await brokerage.leads()).map(({ suspicions }) => suspicions);

  it("fills in the field that people do not see, and is answered like every other", async () => {
    const { status, body } = await brokerage.requestTour({ website: "https://spam.test" });
    expect([status, body.status]).toEqual([200, "pending"]);
    expect(await marks()).toEqual([["honeypot"]]);
  });

  it("leaves no mark where that field is empty", async () => {
    for (const website of [null, "", "  ", false]) await brokerage.requestTour({ website });
    expect(await marks()).toEqual([[]]);
  });

  it("marks the lead that it finds, once", async () => {
    await brokerage.createTour();
    await brokerage.requestTour({ website: "x" });
    await brokerage.requestTour({ website: "x" });
    await brokerage.requestTour();
    expect(await marks()).toEqual([["honeypot"]]);
  });

  it("is the eleventh of one person within ten minutes", async () => {
    for (let at = 0; at < 10; at++) await brokerage.createTour();
    expect(await marks()).toEqual([[]]);
    await brokerage.createTour();
    expect(await marks()).toEqual([["flood"]]);
  });

  it("is not the eleventh when the first is longer ago than that", async () => {
    await brokerage.createTour();
    lintel.clock.advance(10 * 60_000);
    for (let at = 0; at < 10; at++) await brokerage.createTour();
    expect(await marks()).toEqual([[]]);
  });

  it("is one of many persons from one address, like any form", async () => {
    const from = { "x-forwarded-for": "203.0.113.9" };
    const ask = (at: number) => brokerage.requestTour({ email: `visitor-${at}@visitors.test` }, from);
    for (let at = 0; at < 21; at++) await ask(at);
    expect((await marks()).map(({ length }) => length)).toEqual([...Array(20).fill(0), 1]);
  });
});
