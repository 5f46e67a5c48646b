import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("tags of leads", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
  });
  afterAll(() => lintel.close());

  const set = (lead: number, tags: string[], key = brokerage.broker) =>
    lintel.call(`${LEADS}/${lead}/tags`, { method: "PUT", key, body: { tags } });
  const one = (method: "PUT" | "DELETE", lead: number, tag: string, key = brokerage.broker) =>
    lintel.call(`${LEADS}/${lead}/tags/${encodeURIComponent(tag)}`, { method, key });
  const list = async (key = brokerage.broker, query = "") =>
    (await lintel.call(`${LEADS}/tags${query}`, { key })).body.items as {
      id: number;
      name: string;
      leads: number;
    }[];
  const idOf = async (name: string) => (await list()).find((tag) => tag.name === name)?.id as number;
  const tagged = async (tag: string, key = brokerage.broker) =>
    (await lintel.call(`${LEADS}?tag=${encodeURIComponent(tag)}&sort=created_at`, { key })).body.items.map(
      ({ id }: { id: number }) => id,
    );

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

  it("are renamed and deleted by brokers, on all leads", async () => {
    const [one, two] = [await brokerage.makeLead(), await brokerage.makeLead()];
    for (const lead of [one, two]) await set(lead, ["buyer", "hot lead"]);
    const id = await idOf("buyer");
    const path = `${LEADS}/tags/${id}`;
    const rename = (name: string, key = brokerage.broker) =>
      lintel.call(path, { method: "PATCH", key, body: { name } });
    expect((await rename("x", brokerage.ann.key)).status).toBe(403);
    expect((await rename("Hot Lead")).status).toBe(409);
    expect(outcome(await rename("First Buyer"))).toEqual([200, { id, name: "first buyer", leads: 2 }]);
    expect((await brokerage.read(two)).body.tags).toEqual(["first buyer", "hot lead"]);
    expect((await lintel.call(path, { method: "DELETE", key: brokerage.broker })).status).toBe(200);
    expect((await brokerage.read(one)).body.tags).toEqual(["hot lead"]);
    expect((await lintel.call(path, { method: "DELETE", key: brokerage.broker })).status).toBe(404);
    expect(
      (await auditOf(lintel, "lead_tag", id)).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ["update", { name: "buyer" }, { name: "first buyer" }],
      ["delete", { name: "first buyer" }, null],
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

  it("are listed for an admin who names the brokerage", async () => {
    const admin = await lintel.createKey("admin");
    expect((await lintel.call(`${LEADS}/tags`, { key: admin })).status).toBe(400);
    expect((await list(admin, `?brokerage_id=${brokerage.id}`)).length).toBeGreaterThan(0);
    expect(await list(brokerage.broker, "?brokerage_id=1")).toEqual(await list());
  });
});
