import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const called = { event_type: "contact_attempted", channel: "call" };
const knownEvents = /^event_type must be one of contact_attempted, bogus_contact_detected, /;
const notReported = [
  "contact_form_submission",
  "manual_entry",
  "legacy_import",
  "timeout_180d_no_progress",
  "agent_assigned",
  "agent_reassigned",
  "contact_logged",
  "tour_requested",
];

describe("a malformed report of an event", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  let lead: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "wrong");
    lead = await brokerage.createLead();
  });
  afterAll(() => lintel.close());

  /** The issues reported; the lead is unchanged. */
  const refusal = async (body: unknown) => {
    const reply = await lintel.call(`${LEADS}/${lead}/transitions`, {
      method: "POST",
      key: brokerage.broker,
      body,
    });
    expect((await brokerage.timeline(lead)).events).toHaveLength(1);
    return outcome(reply);
  };

  it.each([
    ["unknown", "met_at_open_house"],
    ["in another spelling", "Contact_Attempted"],
    ["blank", ""],
  ])("an event that is %s is 400, with those there are", async (_, event_type) => {
    expect(await refusal({ event_type })).toEqual([400, { detail: expect.stringMatching(knownEvents) }]);
  });

  it.each(notReported)("%s is written by itself: to report it is 400", async (event_type) => {
    expect(await refusal({ event_type })).toEqual([400, { detail: expect.stringMatching(knownEvents) }]);
    const [, { detail }] = (await refusal({ event_type })) as [number, { detail: string }];
    expect(detail.split(/[ ,]+/)).not.toContain(event_type);
  });

  it.each([
    ["missing", {}, /^event_type is required$/],
    ["null", { event_type: null }, /^event_type must be one of /],
    ["a number", { event_type: 7 }, /^event_type must be one of /],
    ["a list", { event_type: ["contact_attempted"] }, /^event_type must be one of /],
  ])("an event that is %s is 400", async (_, body, text) => {
    expect(await refusal(body)).toEqual([400, { detail: expect.stringMatching(text) }]);
  });

  it.each([["absent"], ["null", null], ["blank", " "]])(
    "contact_attempted with a channel that is %s is 400, with those there are",
    async (_, channel?: string | null) => {
      expect(await refusal({ event_type: "contact_attempted", channel })).toEqual([
        400,
        { detail: "contact_attempted needs a channel: call, email, text" },
      ]);
    },
  );

  it.each(["pigeon", "Call", "sms", "phone"])("the channel %s is unknown: 400", async (channel) => {
    const expected = [400, { detail: "Unknown channel; known: call, email, text" }];
    expect(await refusal({ event_type: "contact_attempted", channel })).toEqual(expected);
    expect(await refusal({ event_type: "bogus_contact_detected", reason_code: "other", channel })).toEqual(
      expected,
    );
  });

  it.each([
    ["reason_code", 7, "reason_code must be text or null"],
    ["note", 7, "note must be text or null"],
    ["channel", ["call"], "channel must be text or null"],
    ["occurred_at", 1781524800, "occurred_at must be text or null"],
    ["note", "x".repeat(10_001), "note must be at most 10000 characters"],
    ["note", "a\0b", "note must not contain NUL characters"],
  ])("a wrong %s is 400, in the field's words", async (field, value, detail) => {
    expect(await refusal({ ...called, [field]: value })).toEqual([400, { detail }]);
  });

  it.each([
    "yesterday",
    "2026-06-15",
    "2026-06-15T12:00:00+06",
    "2026-02-30T12:00:00Z",
    "2026-06-15T25:00:00Z",
    "1781524800",
  ])("occurred_at %j is no timestamp: 400", async (occurred_at) => {
    expect(await refusal({ ...called, occurred_at })).toEqual([
      400,
      { detail: "occurred_at must be a valid timestamp (ISO 8601)" },
    ]);
  });

  it("occurred_at 2026-06-15T23:59:60Z has the form and is no moment: 400", async () => {
    expect(await refusal({ ...called, occurred_at: "2026-06-15T23:59:60Z" })).toEqual([
      400,
      { detail: "occurred_at must be a valid timestamp (ISO 8601)" },
    ]);
  });

  it("no body, no object, no JSON and another type are refused", async () => {
    expect((await refusal(undefined))[0]).toBe(400);
    expect(await refusal([])).toEqual([400, { detail: "body must be an object" }]);
    const post = async (body: string, type: string) =>
      lintel.call(`${LEADS}/${lead}/transitions`, {
        method: "POST",
        key: brokerage.broker,
        body,
        headers: { "content-type": type },
      });
    expect(outcome(await post("{", "application/json"))).toEqual([400, { detail: "Malformed JSON" }]);
    expect((await post("event_type=contact_attempted", "application/x-www-form-urlencoded")).status).toBe(
      415,
    );
  });

  it("tells of everything that is wrong at once", async () => {
    const [status, { detail }] = (await refusal({ event_type: "x", note: 1, occurred_at: "y" })) as [
      number,
      { detail: string },
    ];
    expect(status).toBe(400);
    for (const field of ["event_type", "note", "occurred_at"]) expect(detail).toContain(`${field} must be`);
  });
});
