import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openLeads } from "../../../test/harness/lead-fixture.ts";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("setLeadTags", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let one: TagsFixture["one"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, one } = await openTags(lintel, "north"));
  });
  afterAll(() => lintel.close());

  it("are stored in one spelling, by name, once", async () => {
    const lead = await brokerage.makeLead();
    const reply = await set(lead, ["  VIP ", "vip", "Past   Client", "Cafe\u0301"]);
    expect(outcome(reply)).toEqual([200, { tags: ["café", "past client", "vip"] }]);
    expect((await brokerage.read(lead)).body.tags).toEqual(["café", "past client", "vip"]);
    expect((await one("PUT", lead, "50% / off?")).body.tags).toContain("50% / off?");
    expect((await one("DELETE", lead, "VIP")).body.tags).not.toContain("vip");
    expect((await one("DELETE", lead, "never")).status).toBe(200);
    expect((await set(lead, [])).body).toEqual({ tags: [] });
  });

  it("are set by those who may edit the lead", async () => {
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const other = await openLeads(lintel, "west");
    expect((await set(lead, ["a"], brokerage.ann.key)).status).toBe(200);
    for (const key of [brokerage.bob.key, other.broker]) {
      expect((await set(lead, ["b"], key)).status).toBe(404);
      expect((await one("PUT", lead, "b", key)).status).toBe(404);
      expect((await one("DELETE", lead, "a", key)).status).toBe(404);
    }
    expect((await brokerage.read(lead)).body.tags).toEqual(["a"]);
  });

  it("are audited on their lead, with what was there before", async () => {
    const lead = await brokerage.makeLead();
    await set(lead, ["a", "b"]);
    await set(lead, ["a", "b"]);
    await one("DELETE", lead, "a");
    expect((await auditOf(lintel, "lead", lead)).map(({ before, after }) => [before, after])).toEqual([
      [{ tags: [] }, { tags: ["a", "b"] }],
      [{ tags: ["a", "b"] }, { tags: ["b"] }],
    ]);
  });
});
