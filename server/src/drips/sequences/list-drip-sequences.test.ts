import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSequences, type SequencesFixture, step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

type Named = { name: string };

describe("listDripSequences", () => {
  let lintel: TestApp;
  let north: SequencesFixture;
  let south: SequencesFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSequences(lintel, "north");
    south = await openSequences(lintel, "south");
    admin = await lintel.createKey("admin");
    await north.sequence({ name: "beta", steps: [step("one"), step("two")] });
    const { id } = await north.sequence({ name: "Alpha", steps: [step("three")] });
    await north.sequence({ name: "Gamma" });
    await north.enroll(id);
    await north.enroll(id, { status: "completed" });
    await south.sequence({ name: "Delta" });
  });
  afterAll(() => lintel.close());

  const named = async (query: string, key: string) => {
    const { body } = await north.list(query, key);
    return body.items.map(({ name }: Named) => name);
  };

  it("lists a brokerage's sequences by name, each as it is read alone", async () => {
    for (const path of ["", "/"]) {
      const { status, body } = await north.list(path);
      const alone = [];
      for (const { id } of body.items) alone.push((await north.read(id)).body);
      expect([status, body]).toEqual([
        200,
        { items: alone, total: 3, page: 1, page_size: 100, total_pages: 1 },
      ]);
      expect(body.items).toMatchObject([
        { name: "Alpha", steps: [{ position: 1 }], active_enrollments: 1, total_enrollments: 2 },
        { name: "beta", steps: [{ position: 1 }, { position: 2 }], total_enrollments: 0 },
        { name: "Gamma", steps: [] },
      ]);
    }
  });

  it("shows agents and brokers their own brokerage's, and nothing of one that they name", async () => {
    for (const key of [north.agent, north.broker]) {
      expect(await named("", key)).toEqual(["Alpha", "beta", "Gamma"]);
      expect(await named(`?brokerage_id=${north.id}`, key)).toEqual(["Alpha", "beta", "Gamma"]);
      expect(await named(`?brokerage_id=${south.id}`, key)).toEqual([]);
    }
    expect(await named("", await lintel.createKey("broker"))).toEqual([]);
  });

  it("shows admins all, or one brokerage's", async () => {
    expect(await named("", admin)).toEqual(["Alpha", "beta", "Gamma", "Delta"]);
    expect(await named(`?brokerage_id=${south.id}`, admin)).toEqual(["Delta"]);
    expect(await named("?brokerage_id=999999", admin)).toEqual([]);
  });

  it("comes in pages, with the total of all", async () => {
    const { body } = await north.list("?page=2&page_size=2");
    expect(body).toMatchObject({ total: 3, page: 2, page_size: 2, total_pages: 2 });
    expect(body.items.map(({ name }: Named) => name)).toEqual(["Gamma"]);
  });

  it.each(["page_size=101", "page_size=0", "page=0", "brokerage_id=x"])("refuses %s", async (query) => {
    expect((await north.list(`?${query}`)).status).toBe(422);
  });

  it("leaves out a disabled brokerage's, unless an admin names it", async () => {
    const closed = await openSequences(lintel, "closed");
    await closed.sequence({ name: "Omega" });
    await lintel.call(`/api/admin/brokerages/${closed.id}`, { method: "DELETE", key: admin });
    expect(await named("", closed.broker)).toEqual([]);
    expect(await named("", admin)).not.toContain("Omega");
    expect(await named(`?brokerage_id=${closed.id}`, admin)).toEqual(["Omega"]);
  });
});
