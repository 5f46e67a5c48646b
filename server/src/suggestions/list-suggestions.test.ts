import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSuggestions, type SuggestionsFixture } from "../../test/harness/suggestions-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listSuggestions", () => {
  let lintel: TestApp;
  let made = 0;
  let brokerage: SuggestionsFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("suggestions").execute();
    brokerage = await openSuggestions(lintel, `office-${++made}`);
  });

  const page = (key: string, query = "") => lintel.call(`/api/admin/suggestions${query}`, { key });
  const ids = async (key: string, query = "") =>
    (await page(key, query)).body.items.map(({ id }: { id: number }) => id);

  it("is newest first, in pages with the whole total", async () => {
    const made: number[] = [];
    for (const bio of ["a", "b", "c"]) made.unshift(await brokerage.suggestPending({ bio }));
    const { body } = await page(brokerage.broker, "?page_size=2");
    expect(body).toMatchObject({ total: 3, page: 1, page_size: 2, total_pages: 2 });
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 2));
    expect(await ids(brokerage.broker, "?page_size=2&page=2")).toEqual(made.slice(2));
    expect((await page(brokerage.broker, "?page=7")).body).toMatchObject({ items: [], total: 3 });
  });

  it("shows agents their own, brokers their brokerage's, admins all", async () => {
    const other = await openSuggestions(lintel, `office-${++made}`);
    const bea = await lintel.createAgent(brokerage.id);
    const beasKey = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: bea.id });
    const anns = await brokerage.suggestPending({ bio: "a" });
    const beas = (await brokerage.suggest({ changes: { bio: "b" } }, beasKey)).body.id;
    const brokers = (await brokerage.suggest({ changes: { bio: "c" } }, brokerage.broker)).body.id;
    const foreign = await other.suggestPending({ bio: "d" });
    expect(await ids(brokerage.ann.key)).toEqual([anns]);
    expect(await ids(beasKey)).toEqual([beas]);
    expect(await ids(brokerage.broker)).toEqual([brokers, beas, anns]);
    expect(await ids(other.broker)).toEqual([foreign]);
    expect(await ids(admin)).toEqual([foreign, brokers, beas, anns]);
    expect(await ids(await lintel.createKey("broker"))).toEqual([]);
  });

  it("shows a caller without an agent record the suggestions under their name, and none of the agents", async () => {
    await brokerage.suggestPending({ bio: "a" });
    const own = (await brokerage.suggest({ changes: { bio: "b" } }, brokerage.agent)).body.id;
    expect(await ids(brokerage.agent)).toEqual([own]);
  });

  it("filters by status and kind of target", async () => {
    const [approved, rejected, pending] = [
      await brokerage.suggestPending({ bio: "a" }),
      await brokerage.suggestPending({ bio: "b" }),
      await brokerage.suggestPending({ tagline: "c" }, { target_type: "brokerage", target_id: brokerage.id }),
    ];
    await brokerage.decide(approved as number, "approve");
    await brokerage.decide(rejected as number, "reject");
    expect(await ids(brokerage.broker, "?status=pending")).toEqual([pending]);
    expect(await ids(brokerage.broker, "?status=approved")).toEqual([approved]);
    expect(await ids(brokerage.ann.key, "?status=rejected")).toEqual([rejected]);
    expect(await ids(brokerage.broker, "?target_type=agent")).toEqual([rejected, approved]);
    expect(await ids(brokerage.broker, "?target_type=agent&status=pending")).toEqual([]);
  });

  it.each(["?status=maybe", "?target_type=lead", "?page=0", "?page_size=101"])(
    "refuses %s",
    async (query) => {
      expect((await page(brokerage.broker, query)).status).toBe(422);
    },
  );
});
