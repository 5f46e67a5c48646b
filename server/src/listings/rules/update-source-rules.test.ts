import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const DEFAULTS = {
  attribution: true,
  source_name: "rules",
  source_logo_url: null,
  disclaimer: null,
  copyright: null,
  ai: true,
  show_sold: true,
  sold_max_age_days: null,
  show_history: true,
  show_days_on_market: true,
  show_coordinates: true,
  avm: "record",
  comments: "record",
  max_age_hours: null,
  vow_fields: [],
  vow_terms: null,
  fields_hidden: [],
};

describe("updateSourceRules", () => {
  let lintel: TestApp;
  let admin: string;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    market = await openMarket(lintel, "rules", [
      home({
        ListingId: "r1",
        ListPrice: 300_000,
        Latitude: 43.6,
        Longitude: -116.2,
        PublicRemarks: "Quiet.",
      }),
      home({ ListingId: "r2", ListPrice: 200_000 }),
      home({ ListingId: "r3", StandardStatus: "Closed", CloseDate: "2026-05-01" }),
    ]);
  });
  afterAll(() => lintel.close());

  const path = (source = "rules") => `/api/admin/sources/${source}/rules`;
  const put = (body: object, source?: string) =>
    lintel.call(path(source), { method: "PUT", key: admin, body });
  const restore = () => put(Object.fromEntries(Object.keys(DEFAULTS).map((rule) => [rule, null])));

  it("answers every rule, and keeps those that are absent", async () => {
    const before = await lintel.call(path(), { key: admin });
    expect([before.status, before.body]).toEqual([200, DEFAULTS]);
    const { status, body } = await put({ ai: false, disclaimer: "As is." });
    expect([status, body]).toEqual([200, { ...DEFAULTS, ai: false, disclaimer: "As is." }]);
    expect((await put({ ai: true })).body).toEqual({ ...DEFAULTS, disclaimer: "As is." });
    expect((await put({ disclaimer: null })).body).toEqual(DEFAULTS);
    const others = {
      ai: false,
      attribution: false,
      show_sold: false,
      avm: "never",
      fields_hidden: ["list_agent"],
    };
    expect((await put(others)).body).toEqual({ ...DEFAULTS, ...others });
    expect((await restore()).body).toEqual(DEFAULTS);
    expect((await lintel.call(path(), { key: admin })).body).toEqual(DEFAULTS);
  });

  it("answers an unknown source with 404, and callers who are not admins with 403", async () => {
    const { status, body } = await put({ ai: false }, "unknown");
    expect([status, body]).toEqual([404, { detail: "Source not found" }]);
    const broker = await lintel.createKey("broker", { brokerageId: market.brokerageId });
    const refused = await lintel.call(path(), { method: "PUT", key: broker, body: { ai: false } });
    expect(refused.status).toBe(403);
  });

  it.each([
    ["ai", "no"],
    ["max_age_hours", 0],
    ["max_age_hours", 1.5],
    ["sold_max_age_days", -1],
    ["fields_hidden", ["price"]],
    ["fields_hidden", ["city"]],
    ["vow_fields", ["listing_id"]],
    ["avm", "always"],
    ["source_logo_url", "javascript:alert(1)"],
    ["vow_terms", { text: "I agree." }],
  ])("refuses %s %j with the rule's name", async (rule, value) => {
    const { status, body } = await put({ [rule]: value });
    expect(status).toBe(422);
    expect(body.detail[0].loc.slice(0, 2)).toEqual(["body", rule]);
  });

  it("writes a change to the audit log, and nothing for none", async () => {
    const rows = () =>
      lintel.database.db
        .selectFrom("audit_log")
        .select(["before", "after"])
        .where("target_type", "=", "source_rules")
        .orderBy("id")
        .execute();
    const { length } = await rows();
    await put({ copyright: "IMS" });
    await put({ copyright: "IMS" });
    expect((await rows()).slice(length)).toEqual([
      { before: { copyright: null }, after: { copyright: "IMS" } },
    ]);
    await restore();
  });

  it("hides fields from cards, details, filters and sorts at once, also of cached replies", async () => {
    const prices = async () => (await market.search("sort_by=list_price&sort_order=asc")).items.map(priceOf);
    expect(await prices()).toEqual([200_000, 300_000, 400_000]);
    expect(await market.ids("max_price=250000")).toEqual(["r2"]);
    await put({ fields_hidden: ["list_price", "features"] });
    expect(await prices()).toEqual([null, null, null]);
    expect(await market.ids("max_price=250000")).toEqual([]);
    const detail = (await market.get("/api/properties/r1")).body;
    expect(detail).toMatchObject({ list_price: null, features: [], description: "Quiet." });
    expect(detail.history.every(({ price }: { price: unknown }) => price === null)).toBe(true);
    await restore();
    expect(await prices()).toEqual([200_000, 300_000, 400_000]);
    expect(await market.ids("max_price=250000")).toEqual(["r2"]);
  });

  it("hides fields from filters that look for their absence, and from facets", async () => {
    expect(await market.ids("without=pool")).toEqual(["r1", "r2", "r3"]);
    expect(await market.ids("has_photos=false")).toEqual(["r1", "r2", "r3"]);
    await put({ fields_hidden: ["features", "photos"] });
    expect(await market.ids("without=pool")).toEqual([]);
    expect(await market.ids("has_photos=false")).toEqual([]);
    expect((await market.search("facets=features")).facets.features).toEqual([]);
    await restore();
    expect(await market.ids("without=pool")).toEqual(["r1", "r2", "r3"]);
  });

  it("takes positions, days on market, history, attribution and sold listings away, and gives them back", async () => {
    const card = async () =>
      (await market.search("")).items.find(({ listing_id }: Item) => listing_id === "r1");
    const near = "center_lat=43.6&center_lng=-116.2&radius_miles=5";
    expect(await market.ids(near)).toEqual(["r1"]);
    await put({
      show_coordinates: false,
      show_days_on_market: false,
      show_history: false,
      show_sold: false,
      attribution: false,
    });
    expect(await card()).toMatchObject({
      latitude: null,
      longitude: null,
      days_on_market: null,
      attribution: null,
    });
    expect(await market.ids(near)).toEqual([]);
    expect((await market.get("/api/properties/r1/nearby")).status).toBe(400);
    expect(await market.ids()).toEqual(["r1", "r2"]);
    expect((await market.get("/api/properties/r3")).status).toBe(404);
    expect((await market.get("/api/properties/r1")).body).toMatchObject({ history: [], attribution: null });
    await restore();
    expect(await card()).toMatchObject({ latitude: 43.6, attribution: { source_name: "rules" } });
    expect((await market.ids()).sort()).toEqual(["r1", "r2", "r3"]);
    expect((await market.get("/api/properties/r1")).body.history).not.toEqual([]);
  });
});

type Item = { listing_id: string };

function priceOf({ list_price }: { list_price: number | null }): number | null {
  return list_price;
}
