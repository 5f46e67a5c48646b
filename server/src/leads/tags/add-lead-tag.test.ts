import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLeads } from "../../../test/harness/lead-fixture.ts";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("addLeadTag", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let one: TagsFixture["one"];
  let list: TagsFixture["list"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, one, list } = await openTags(lintel, "north"));
  });
  afterAll(() => lintel.close());

  it("have limits: of a name, of a lead, of a brokerage", async () => {
    const lead = await brokerage.makeLead();
    expect((await set(lead, ["x".repeat(41)])).status).toBe(422);
    expect((await set(lead, [" "])).status).toBe(422);
    expect((await one("PUT", lead, "x".repeat(41))).status).toBe(422);
    const twenty = Array.from({ length: 20 }, (_, nth) => `t${nth}`);
    expect((await set(lead, [...twenty, "more"])).status).toBe(422);
    expect((await set(lead, twenty)).status).toBe(200);
    expect((await one("PUT", lead, "more")).status).toBe(409);
    const full = await openLeads(lintel, "full");
    await lintel.database.db
      .insertInto("lead_tag_names")
      .values(
        Array.from({ length: 499 }, (_, nth) => ({
          brokerage_id: full.id,
          name: `n${nth}`,
          created_at: lintel.clock.now(),
        })),
      )
      .execute();
    const leads = await Promise.all(Array.from({ length: 10 }, () => full.makeLead()));
    const replies = await Promise.all(leads.map((each, nth) => one("PUT", each, `new ${nth}`, full.broker)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await list(full.broker)).toHaveLength(500);
  });

  it("survive concurrent edits of one lead", async () => {
    const lead = await brokerage.makeLead();
    const names = Array.from({ length: 10 }, (_, nth) => `at once ${nth}`);
    await Promise.all(names.map((name) => one("PUT", lead, name)));
    expect((await brokerage.read(lead)).body.tags).toEqual(names);
  });
});
