import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

describe("addLeadNote", () => {
  let lintel: TestApp;
  let north: LeadFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openLeads(lintel, "north");
  });
  afterAll(() => lintel.close());

  const add = (lead: number, body: object, key = north.broker) =>
    lintel.call(`${LEADS}/${lead}/notes`, { method: "POST", key, body });

  it("adds a row to the timeline and leaves stage, response clock and version as they are", async () => {
    const id = await north.makeLead({ assigned_agent_id: north.ann.id });
    const before = await north.read(id);
    const { status, body } = await add(id, { note: "Has two dogs." }, north.ann.key);
    expect([status, body]).toMatchObject([
      201,
      { lead_id: id, note: "Has two dogs.", actor: { type: "api_key" } },
    ]);
    const { body: timeline } = await lintel.call(`${LEADS}/${id}/transitions`, { key: north.ann.key });
    expect(timeline.events.at(-1)).toMatchObject({
      event_type: "note_added",
      note: "Has two dogs.",
      to_stage: "NEW",
    });
    const after = await north.read(id);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.body.sla).toEqual(before.body.sla);
  });

  it.each([[{}], [{ note: "  " }], [{ note: "x".repeat(10_001) }]])(
    "refuses a body without a usable note",
    async (body) => {
      const id = await north.makeLead();
      expect((await add(id, body)).status).toBe(422);
    },
  );

  it("does not know a lead of another agent", async () => {
    const id = await north.makeLead({ assigned_agent_id: north.bob.id });
    expect((await add(id, { note: "Mine" }, north.ann.key)).status).toBe(404);
  });
});
