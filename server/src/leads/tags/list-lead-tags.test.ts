import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, openLeads } from "../../../test/harness/lead-fixture.ts";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listLeadTags", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let list: TagsFixture["list"];
  let tagged: TagsFixture["tagged"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, list, tagged } = await openTags(lintel, "north"));
  });
  afterAll(() => lintel.close());

  it("find their leads, in the caller's scope alone", async () => {
    const other = await openLeads(lintel, "south");
    const anns = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const free = await brokerage.makeLead();
    const foreign = await other.makeLead();
    for (const [lead, key] of [
      [anns, brokerage.broker],
      [free, brokerage.broker],
      [foreign, other.broker],
    ] as const)
      await set(lead, ["scoped"], key);
    expect(await tagged("Scoped")).toEqual([anns, free]);
    expect(await tagged("scoped", brokerage.ann.key)).toEqual([anns]);
    expect(await tagged("scoped", brokerage.bob.key)).toEqual([]);
    expect(await tagged("scoped", await lintel.createKey("admin"))).toEqual([anns, free, foreign]);
    expect(await tagged("unknown")).toEqual([]);
    const count = async (key: string) => (await list(key)).find(({ name }) => name === "scoped")?.leads;
    expect([
      await count(brokerage.broker),
      await count(brokerage.ann.key),
      await count(other.broker),
    ]).toEqual([2, 1, 1]);
    expect(await count(brokerage.bob.key)).toBe(0);
  });

  it("are listed for an admin who names the brokerage", async () => {
    const admin = await lintel.createKey("admin");
    expect((await lintel.call(`${LEADS}/tags`, { key: admin })).status).toBe(400);
    expect((await list(admin, `?brokerage_id=${brokerage.id}`)).length).toBeGreaterThan(0);
    expect(await list(brokerage.broker, "?brokerage_id=1")).toEqual(await list());
  });
});
