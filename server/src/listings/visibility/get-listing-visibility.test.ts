import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { addStillFeed } from "../../../test/harness/still-feed.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getListingVisibility", () => {
  let lintel: TestApp;
  let market: Market;
  let broker: string;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    market = await openMarket(lintel, "seen", [
      home({ ListingId: "seen-1", UnparsedAddress: "1 Elm St", InternetAddressDisplayYN: false }),
      home({ ListingId: "seen-withdrawn", StandardStatus: "Withdrawn" }),
      home({ ListingId: "seen-withheld", InternetEntireListingDisplayYN: false }),
      home({ ListingId: "seen-sold", StandardStatus: "Closed", CloseDate: "2020-01-01" }),
    ]);
    await openMarket(lintel, "other", [home({ ListingId: "other-1" })]);
    broker = await lintel.createKey("broker", { brokerageId: market.brokerageId });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const get = (id: string, key = broker) =>
    lintel.call(`/api/admin/listings/${id}/visibility`, { host: market.host, key });
  const failed = async (id: string, key?: string) => {
    const { status, body } = await get(id, key);
    const checks = body.checks as { name: string; ok: boolean }[];
    return [status, body.is_shown, checks.filter(({ ok }) => !ok).map(({ name }) => name)];
  };
  const setRules = (rules: object) =>
    lintel.call(`/api/admin/sources/${market.source}/rules`, { method: "PUT", key: admin, body: rules });

  it("is shown as long as every check is ok, with what is hidden of it", async () => {
    await setRules({ fields_hidden: ["list_agent"] });
    const { body } = await get("seen-1");
    expect(body).toMatchObject({
      ...{ listing_id: "seen-1", source: "seen", status: "Active", is_shown: true, address_shown: false },
      hidden_fields: ["list_agent"],
    });
    expect((await market.get("/api/properties/seen-1")).status).toBe(200);
  });

  it("names each reason for which a listing is not public", async () => {
    expect(await failed("seen-withdrawn")).toEqual([200, false, ["status"]]);
    expect(await failed("seen-withheld")).toEqual([200, false, ["display"]]);
    expect(await failed("seen-sold")).toEqual([200, true, []]);
    await setRules({ sold_max_age_days: 365 });
    expect(await failed("seen-sold")).toEqual([200, false, ["sold"]]);
    expect((await market.get("/api/properties/seen-sold")).status).toBe(404);
    expect((await get("seen-sold")).body.page).toBe("gone");
    expect((await get("seen-withdrawn")).body.page).toBe("not_found");
    await setRules({ sold_max_age_days: null });
    expect(await failed("seen-sold")).toEqual([200, true, []]);
  });

  it("is not shown while the feed of its source is behind, and staff see that", async () => {
    await addStillFeed(lintel, market.source, 3);
    await setRules({ max_age_hours: 4 });
    expect(await failed("seen-1")).toEqual([200, true, []]);
    await setRules({ max_age_hours: 2 });
    expect(await failed("seen-1")).toEqual([200, false, ["current"]]);
    expect((await market.get("/api/properties/seen-1")).status).toBe(404);
    await setRules({ max_age_hours: null });
  });

  it("shows staff no listing of a source that their brokerage does not show, and admins why it is not shown", async () => {
    expect((await get("other-1")).status).toBe(404);
    expect(await failed("other-1", admin)).toEqual([200, false, ["source"]]);
    expect((await get("no-such")).status).toBe(404);
  });

  it("is for staff of the brokerage alone", async () => {
    const { id } = await lintel.createTenant("stranger");
    const stranger = await lintel.createKey("broker", { brokerageId: id });
    expect((await get("seen-1", stranger)).status).toBe(404);
  });
});
