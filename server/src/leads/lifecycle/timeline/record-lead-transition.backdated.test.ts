import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { validationErrors } from "../../../../test/harness/brokerage-fixture.ts";
import { type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const MINUTE = 60_000;
const called = { event_type: "contact_attempted", channel: "call" };

describe("a backdated event", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  let lead: number;
  let received: Date;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "backdated");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    received = lintel.clock.now();
    lead = await brokerage.createLead();
    lintel.clock.advance(60 * MINUTE);
  });

  /** So many minutes after the lead was received. */
  const at = (minutes: number) => new Date(received.getTime() + minutes * MINUTE).toISOString();
  const postEventAt = async (event: object, moment: string) =>
    validationErrors(await brokerage.postEvent(lead, { ...event, occurred_at: moment }));

  it("is shown at the time it happened, with the time it was entered", async () => {
    const { events } = await brokerage.report(lead, { ...called, occurred_at: at(3) });
    expect(events.at(-1)).toMatchObject({
      event_type: "contact_attempted",
      occurred_at: at(3),
      actor_entered_at: lintel.clock.now().toISOString(),
    });
    expect(await brokerage.detail(lead)).toMatchObject({
      stage: "CONTACTING",
      stage_entered_at: at(3),
      last_contact: at(3),
      first_response_at: at(3),
    });
  });

  it("is not backdated when it is of now: actor_entered_at is null", async () => {
    const { events } = await brokerage.report(lead, { ...called, occurred_at: at(60) });
    expect(events.at(-1)).toMatchObject({ occurred_at: at(60), actor_entered_at: null });
  });

  it("is UTC without a zone, and may be known to the minute", async () => {
    await brokerage.report(lead, { ...called, occurred_at: at(3).slice(0, 16) });
    const { events } = await brokerage.report(lead, {
      event_type: "motivation_confirmed",
      occurred_at: at(4).slice(0, 19),
    });
    expect(events.slice(-2).map(({ occurred_at }: { occurred_at: string }) => occurred_at)).toEqual([
      at(3),
      at(4),
    ]);
  });

  it("known to the second is not before what happened in that second", async () => {
    lintel.clock.advance(700);
    const fresh = await brokerage.createLead();
    const arrived = lintel.clock.now().toISOString();
    lintel.clock.advance(100);
    const toTheSecond = `${arrived.slice(0, 19)}Z`;
    const { body } = await brokerage.postEvent(fresh, { ...called, occurred_at: toTheSecond });
    expect(body.events.at(-1)).toMatchObject({ occurred_at: arrived });
    const exactly = await brokerage.postEvent(await brokerage.createLead(), {
      ...called,
      occurred_at: toTheSecond.replace("Z", ".000Z"),
    });
    expect(exactly.status).toBe(422);
    lintel.clock.advance(200);
  });

  it("is taken in any time zone, and with null it is of now", async () => {
    const moment = at(3).replace("Z", "+00:00");
    expect((await brokerage.report(lead, { ...called, occurred_at: moment })).events.at(-1).occurred_at).toBe(
      at(3),
    );
    const { events } = await brokerage.report(lead, {
      event_type: "motivation_confirmed",
      occurred_at: null,
    });
    expect(events.at(-1)).toMatchObject({ occurred_at: at(60), actor_entered_at: null });
  });

  it("may be of the moment the lead was received, and of the moment of the event before it", async () => {
    await brokerage.report(lead, { ...called, occurred_at: at(0) });
    await brokerage.report(lead, { event_type: "motivation_confirmed", occurred_at: at(0) });
    const { events, stage } = await brokerage.timeline(lead);
    expect(stage).toBe("QUALIFIED");
    expect(events.map((event: { event_type: string }) => event.event_type)).toEqual([
      "contact_form_submission",
      "contact_attempted",
      "motivation_confirmed",
    ]);
  });

  it("is 422 in the future", async () => {
    expect(await postEventAt(called, at(60 + 1 / MINUTE))).toEqual([
      422,
      [["body.occurred_at", "occurred_at is in the future"]],
    ]);
  });

  it("is 422 before the lead was received", async () => {
    expect(await postEventAt(called, at(-1 / MINUTE))).toEqual([
      422,
      [["body.occurred_at", `occurred_at is before the lead was received, ${at(0)}`]],
    ]);
  });

  it("is 422 out of order with a later event", async () => {
    await brokerage.report(lead, { ...called, occurred_at: at(10) });
    expect(await postEventAt({ event_type: "motivation_confirmed" }, at(9))).toEqual([
      422,
      [["body.occurred_at", `occurred_at is before contact_attempted, which happened ${at(10)}`]],
    ]);
    expect((await brokerage.detail(lead)).stage).toBe("CONTACTING");
  });

  it("is not out of order with contacts and assignments: these say nothing of the stage", async () => {
    await brokerage.report(lead, { ...called, occurred_at: at(10) });
    const contact = { channel: "email", direction: "inbound", occurred_at: at(20) };
    const reply = await lintel.call(`/api/v1/admin/leads/${lead}/contacts`, {
      method: "POST",
      key: brokerage.broker,
      body: contact,
    });
    expect(reply.status).toBe(201);
    const { events, stage } = await brokerage.report(lead, {
      event_type: "motivation_confirmed",
      occurred_at: at(15),
    });
    expect(stage).toBe("QUALIFIED");
    expect(events.map((event: { occurred_at: string }) => event.occurred_at)).toEqual(
      [0, 10, 15, 20].map(at),
    );
  });
});
