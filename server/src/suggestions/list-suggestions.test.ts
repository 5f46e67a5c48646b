import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSuggestions, type SuggestionsFixture } from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listSuggestions", () => {
  let lintel: TestApp;
  let made = 0;
  let office: SuggestionsFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("suggestions").execute();
    office = await openSuggestions(lintel, `office-${++made}`);
  });

  const page = (key: string, query = "") => lintel.call(`/api/admin/suggestions${query}`, { key });
  const ids = async (key: string, query = "") =>
    (await page(key, query)).body.items.map(({ id }: { id: number }) => id);

  it("is newest first, in pages with the whole total", async () => {
    const made: number[] = [];
    for (const bio of ["a", "b", "c"]) made.unshift(await office.suggestPending({ bio }));
    const { body } = await page(office.broker, "?page_size=2");
    expect(body).toMatchObject({ total: 3, page: 1, page_size: 2, total_pages: 2 });
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 2));
    expect(await ids(office.broker, "?page_size=2&page=2")).toEqual(made.slice(2));
    expect((await page(office.broker, "?page=7")).body).toMatchObject({ items: [], total: 3 });
  });

  it("shows agents their own, brokers their brokerage's, admins all", async () => {
    const other = await openSuggestions(lintel, `office-${++made}`);
    const bea = await lintel.createAgent(office.id);
    const beasKey = await lintel.createKey("agent", { brokerageId: office.id, agentId: bea.id });
    const anns = await office.suggestPending({ bio: "a" });
    const beas = (await office.suggest({ changes: { bio: "b" } }, beasKey)).body.id;
    const brokers = (await office.suggest({ changes: { bio: "c" } }, office.broker)).body.id;
    const foreign = await other.suggestPending({ bio: "d" });
    expect(await ids(office.ann.key)).toEqual([anns]);
    expect(await ids(beasKey)).toEqual([beas]);
    expect(await ids(office.broker)).toEqual([brokers, beas, anns]);
    expect(await ids(other.broker)).toEqual([foreign]);
    expect(await ids(admin)).toEqual([foreign, brokers, beas, anns]);
    expect(await ids(await lintel.createKey("broker"))).toEqual([]);
  });

  it("shows a caller without an agent record the suggestions under their name, and none of the agents", async () => {
    await office.suggestPending({ bio: "a" });
    const own = (await office.suggest({ changes: { bio: "b" } }, office.agent)).body.id;
    expect(await ids(office.agent)).toEqual([own]);
  });

  it("filters by status and kind of target", async () => {
    const [approved, rejected, pending] = [
      await office.suggestPending({ bio: "a" }),
      await office.suggestPending({ bio: "b" }),
      await office.suggestPending({ tagline: "c" }, { target_type: "brokerage", target_id: office.id }),
    ];
    await office.decide(approved as number, "approve");
    await office.decide(rejected as number, "reject");
    expect(await ids(office.broker, "?status=pending")).toEqual([pending]);
    expect(await ids(office.broker, "?status=approved")).toEqual([approved]);
    expect(await ids(office.ann.key, "?status=rejected")).toEqual([rejected]);
    expect(await ids(office.broker, "?target_type=agent")).toEqual([rejected, approved]);
    expect(await ids(office.broker, "?target_type=agent&status=pending")).toEqual([]);
  });

  it.each(["?status=maybe", "?target_type=lead", "?page=0", "?page_size=101"])(
    "refuses %s",
    async (query) => {
      expect((await page(office.broker, query)).status).toBe(422);
    },
  );
});
