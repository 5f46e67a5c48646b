import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS, openLeads } from "../../../test/harness/lead-fixture.ts";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { openTags, type TagsFixture } from "../../../test/harness/tags-fixture.ts";
import { type Reply, startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { eraseTags } from "./erase-tags.ts";

describe("setLeadTags", () => {
  let lintel: TestApp;
  let brokerage: TagsFixture["brokerage"];
  let set: TagsFixture["set"];
  let one: TagsFixture["one"];
  let idOf: TagsFixture["idOf"];
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ brokerage, set, one, idOf } = await openTags(lintel, "north"));
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

  // The embedded database has one connection: nothing happens on it at the same time.
  it.runIf(process.env.DATABASE_URL)("are set although one of them is deleted at the same time", async () => {
    const { db } = lintel.database;
    const lead = await brokerage.makeLead();
    await set(await brokerage.makeLead(), ["other", "raced"]);
    let setting: ReturnType<typeof set> | undefined;
    await db.transaction().execute(async (deletion) => {
      await deletion.deleteFrom("lead_tag_names").where("name", "=", "raced").execute();
      setting = set(lead, ["new", "other", "raced"]);
      await untilLocksAwaited(db);
    });
    expect(outcome((await setting) as Reply)).toEqual([200, { tags: ["new", "other", "raced"] }]);
  });

  it.runIf(process.env.DATABASE_URL)(
    "stay on a lead that gets one while the only other lead with it is erased",
    async () => {
      const { db } = lintel.database;
      const [erased, kept] = [await brokerage.makeLead(), await brokerage.makeLead()];
      await set(erased, ["shared"]);
      const tag_id = await idOf("shared");
      let erasure: Promise<number> | undefined;
      await db.transaction().execute(async (edit) => {
        await edit
          .insertInto("lead_tags")
          .values({ lead_id: kept, tag_id, tagged_at: lintel.clock.now() })
          .execute();
        erasure = inTransaction(lintel.ctx, (ctx) => eraseTags(ctx.db, [erased]));
        await untilLocksAwaited(db);
      });
      expect(await erasure).toBe(1);
      expect((await brokerage.read(kept)).body.tags).toEqual(["shared"]);
    },
  );

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

  it("are refused by the field that has them when their lower case is too long", async () => {
    const lead = await brokerage.makeLead();
    const long = "\u0130".repeat(40);
    const found = await lintel.call(`${LEADS}?tag=${encodeURIComponent(long)}`, { key: brokerage.broker });
    const replies = [await set(lead, ["a", long]), await one("PUT", lead, long), found];
    expect(replies.map(({ body }) => body.detail)).toEqual([
      [{ loc: ["body", "tags", 1], msg: "tags must have 1 to 40 characters", type: "value_error" }],
      [{ loc: ["path", "tag"], msg: "tag must have 1 to 40 characters", type: "value_error" }],
      [{ loc: ["query", "tag"], msg: "tag must have 1 to 40 characters", type: "value_error" }],
    ]);
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
