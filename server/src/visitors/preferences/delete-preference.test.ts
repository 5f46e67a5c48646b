import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

const removed = [200, { success: true, message: "Preference removed" }];
const refused = [403, { detail: "Inferred preferences cannot be deleted: reject them instead" }];
const notThere = [404, { detail: "Preference not found" }];

describe("deletePreference", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "deleting");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
  });

  const add = (body: object) => visitor.call("/sessions/preferences", { method: "POST", body });
  const remove = async (path: string) =>
    outcome(await visitor.call(`/sessions/preferences/${path}`, { method: "DELETE" }));

  it.each([
    [{ type: "price", value: 500_000 }, "price/price"],
    [{ type: "price", value: 500_000 }, "price/max"],
    [{ type: "bedrooms", value: 3 }, "bedrooms/bedrooms"],
    [{ type: "bathrooms", value: 2 }, "bathrooms/min"],
    [{ type: "locations", value: "Eagle" }, "locations/EAGLE"],
    [{ type: "features", key: "Pool", value: "yes" }, "features/pool"],
    [{ type: "property_types", key: "condo", value: "Condo" }, "property_types/condo"],
  ])("removes %j at %s, once", async (body, path) => {
    await add(body);
    expect(await remove(path)).toEqual(removed);
    expect(await remove(path)).toEqual(notThere);
    expect((await visitor.status()).average_confidence).toBe(0);
  });

  it("restores the inferred preference", async () => {
    await visitor.becomeCertain();
    const { bedrooms } = await visitor.preferences();
    await add({ type: "bedrooms", value: 1 });
    expect(await remove("bedrooms/bedrooms")).toEqual(removed);
    expect((await visitor.preferences()).bedrooms).toEqual(bedrooms);
  });

  it("refuses inferred preferences, also confirmed and rejected ones", async () => {
    await visitor.becomeCertain();
    expect(await remove("locations/Eagle")).toEqual(refused);
    for (const action of ["confirm", "reject"]) {
      await visitor.call("/sessions/preferences/locations/Eagle/confirm", {
        method: "POST",
        body: { action },
      });
      expect(await remove("locations/Eagle")).toEqual(refused);
    }
    expect(await remove("price/price")).toEqual(refused);
  });

  it("removes one bound of a price and keeps the other", async () => {
    await add({ type: "price", key: "min", value: 300_000 });
    await add({ type: "price", key: "max", value: 500_000 });
    expect(await remove("price/min")).toEqual(removed);
    expect((await visitor.preferences()).price).toMatchObject({ min: null, max: 500_000 });
    expect(await remove("price/min")).toEqual(notThere);
  });

  it("refuses the inferred bound beside one that was added", async () => {
    await visitor.becomeCertain();
    await visitor.report({ type: "filter_change", filter: "min_price", value: 450_000 });
    await add({ type: "price", key: "max", value: 700_000 });
    expect((await visitor.preferences()).price).toMatchObject({ min: 450_000, max: 700_000 });
    expect(await remove("price/min")).toEqual(refused);
    expect(await remove("price/max")).toEqual(removed);
  });

  it("removes a bound of a range that was added and then confirmed as a whole", async () => {
    await add({ type: "price", key: "min", value: 300_000 });
    await add({ type: "price", key: "max", value: 500_000 });
    await visitor.call("/sessions/preferences/price/price/confirm", {
      method: "POST",
      body: { action: "confirm" },
    });
    expect(await remove("price/max")).toEqual(removed);
    expect((await visitor.preferences()).price).toMatchObject({ min: 300_000, max: null });
    expect(await remove("price/min")).toEqual(removed);
    expect((await visitor.preferences()).price).toBeNull();
  });

  it("is 404 for another visitor's preference", async () => {
    const other = await brokerage.startSession();
    await other.call("/sessions/preferences", { method: "POST", body: { type: "bedrooms", value: 3 } });
    expect(await remove("bedrooms/bedrooms")).toEqual(notThere);
    expect((await other.preferences()).bedrooms).not.toBeNull();
  });

  it("answers the same for another tenant's session as for a missing one", async () => {
    const elsewhere = await openVisitors(lintel, "deleting-elsewhere");
    await add({ type: "bedrooms", value: 3 });
    const path = "/sessions/preferences/bedrooms/bedrooms";
    const headers = { "x-session-id": visitor.id };
    const reply = await lintel.call(path, { method: "DELETE", host: elsewhere.host, headers });
    expect(outcome(reply)).toEqual([404, { detail: "Session not found" }]);
    expect((await visitor.preferences()).bedrooms).not.toBeNull();
  });

  it("succeeds once of twenty concurrent calls; a concurrent confirmation is kept or deleted completely", async () => {
    await add({ type: "features", key: "pool", value: "yes" });
    const all = await Promise.all(Array.from({ length: 20 }, () => remove("features/pool")));
    expect(all.filter(([status]) => status === 200)).toHaveLength(1);
    for (let round = 0; round < 5; round++) {
      await add({ type: "features", key: "pool", value: "yes" });
      const confirm = () =>
        visitor.call("/sessions/preferences/features/pool/confirm", {
          method: "POST",
          body: { action: "confirm" },
        });
      await Promise.all([confirm(), confirm(), remove("features/pool"), confirm(), confirm()]);
      expect((await visitor.preferences()).features).toEqual([]);
    }
  });
});
