import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BrokerageFixture,
  openBrokerage,
  validationErrors,
} from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { rebuildRecordVectors } from "../record-search/index.ts";
import { brokerageSource } from "./index.ts";

const PATH = "/api/admin/brokerages";

describe("searchBrokerages", () => {
  let lintel: TestApp;
  let admin: string;
  let lake: BrokerageFixture;
  let ranch: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    lake = await openBrokerage(lintel, "lakeside");
    ranch = await openBrokerage(lintel, "ranchland");
    await update(lake.id, {
      name: "Lakeside Homes",
      tagline: "Waterfront houses",
      logo_url: "https://lake.test/l.png",
    });
    await update(ranch.id, { name: "Ranchland Realty", tagline: "Horse property", va_loans: true });
  });
  afterAll(() => lintel.close());

  const update = (id: number, body: object) =>
    lintel.call(`${PATH}/${id}`, { method: "PUT", key: admin, body });
  const search = (query: string, key = admin) =>
    lintel.call(`/api/admin/search/brokerages?${query}`, { key });
  const names = async (query: string, key = admin) =>
    (await search(query, key)).body.results.map(({ name }: { name: string }) => name);

  it("finds by name, best first, with exactly the documented fields", async () => {
    const { status, body } = await search("q=Lakeside Homes");
    expect([status, body.query, body.total]).toEqual([200, "Lakeside Homes", body.results.length]);
    expect(body.results[0]).toEqual({
      id: lake.id,
      slug: "lakeside",
      name: "Lakeside Homes",
      tagline: "Waterfront houses",
      military_specialist: false,
      va_loans: false,
      franchise_affiliation: null,
      logo_url: "https://lake.test/l.png",
      similarity: expect.any(Number),
    });
    const similarities = body.results.map(({ similarity }: { similarity: number }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a: number, b: number) => b - a));
  });

  it("finds by what a brokerage offers", async () => {
    expect((await names("q=horse property"))[0]).toBe("Ranchland Realty");
    expect((await names("q=VA loans"))[0]).toBe("Ranchland Realty");
  });

  it("finds the new words after a change, and not the old ones", async () => {
    const { id } = await openBrokerage(lintel, "changing");
    await update(id, { name: "Quokka Estates" });
    expect(await names("q=Quokka Estates")).toContain("Quokka Estates");
    await update(id, { name: "Wombat Estates" });
    expect((await names("q=Wombat Estates"))[0]).toBe("Wombat Estates");
    expect((await search("q=Quokka")).body.results.map((each: { id: number }) => each.id)).not.toContain(id);
  });

  it("finds no disabled brokerage for any caller, also after the search was rebuilt", async () => {
    const gone = await openBrokerage(lintel, "vanishing");
    await update(gone.id, { name: "Vanishing Point Realty" });
    expect(await names("q=Vanishing Point Realty")).toContain("Vanishing Point Realty");
    await lintel.call(`${PATH}/${gone.id}`, { method: "DELETE", key: admin });
    await rebuildRecordVectors(lintel.ctx, [brokerageSource]);
    for (const key of [admin, gone.broker])
      expect(await names("q=Vanishing Point Realty", key)).not.toContain("Vanishing Point Realty");
  });

  it("finds brokerages again whose place in the search was lost", async () => {
    await lintel.database.db.deleteFrom("record_vectors").execute();
    expect(await names("q=Lakeside Homes")).toEqual([]);
    await rebuildRecordVectors(lintel.ctx, [brokerageSource]);
    expect((await names("q=Lakeside Homes"))[0]).toBe("Lakeside Homes");
  });

  it("finds only their own brokerage for callers who are no admins", async () => {
    for (const key of [lake.broker, lake.agent]) {
      expect(await names("q=Lakeside Homes", key)).toEqual(["Lakeside Homes"]);
      expect(await names("q=Ranchland Realty", key)).not.toContain("Ranchland Realty");
    }
    expect(await names("q=Lakeside Homes", await lintel.createKey("agent"))).toEqual([]);
  });

  it("answers no more than the limit, and how many there are in all", async () => {
    for (let at = 0; at < 12; at += 1) {
      const { id } = await lintel.createTenant(`twin-${at}`);
      await update(id, { name: `Twin Peaks Realty ${at}` });
    }
    const counted = async (query: string) => {
      const { results, total } = (await search(`q=Twin Peaks Realty${query}`)).body;
      return [results.length, total];
    };
    expect(await counted("&limit=3")).toEqual([3, 12]);
    expect(await counted("")).toEqual([10, 12]);
    expect(await counted("&limit=50")).toEqual([12, 12]);
    expect((await search("q=Twin&limit=50")).status).toBe(200);
  });

  it.each([
    ["q=a", "q must be at least 2 characters"],
    ["q=", "q must be at least 2 characters"],
    ["q=%20a%20", "q must be at least 2 characters"],
    ["", "q is required"],
    [`q=${"a".repeat(301)}`, "q must be at most 300 characters"],
    ["q=ab&limit=0", "limit must be between 1 and 50"],
    ["q=ab&limit=51", "limit must be between 1 and 50"],
    ["q=ab&limit=x", "limit must be an integer"],
  ])("refuses %s", async (query, message) => {
    expect(validationErrors(await search(query))).toEqual([
      422,
      [[`query.${message.split(" ")[0]}`, message]],
    ]);
  });
});
