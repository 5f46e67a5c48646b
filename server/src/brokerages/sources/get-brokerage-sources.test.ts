import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getBrokerageSources", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    for (const source of ["mls-b", "mls-a"])
      await lintel.importListings(source, [home({ ListingId: `in-${source}` })]);
    await subscribe(lintel, north.id, ["mls-b", "mls-a"]);
  });
  afterAll(() => lintel.close());

  const get = (key: string, id = north.id) => lintel.call(`/api/admin/brokerages/${id}/sources`, { key });

  it("answers the chosen sources by name, to admins and the brokerage's brokers; none means all", async () => {
    for (const key of [admin, north.broker])
      expect(outcome(await get(key))).toEqual([200, { sources: ["mls-a", "mls-b"] }]);
    expect(outcome(await get(admin, south.id))).toEqual([200, { sources: [] }]);
  });

  it("answers another's brokerage as a missing one, and refuses agents", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    expect(outcome(await get(south.broker))).toEqual(missing);
    expect(outcome(await get(admin, 999_999))).toEqual(missing);
    expect(outcome(await get(north.agent))).toEqual([403, { detail: "Broker or admin role required" }]);
  });
});
