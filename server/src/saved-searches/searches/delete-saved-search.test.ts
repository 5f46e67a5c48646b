import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("deleteSavedSearch", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
    token = await north.signIn("ada@visitors.test");
  });
  afterAll(() => lintel.close());

  it("deletes a search of the client once, and no other client's", async () => {
    const { body } = await north.save(token, { filters: { city: ["Boise"] } });
    const remove = (as: string) =>
      lintel.call(`${SEARCHES}/${body.id}`, { ...north.as(as), method: "DELETE" });
    const eve = await north.signIn("eve@visitors.test");
    expect((await remove(eve)).status).toBe(404);
    expect(await remove(token)).toMatchObject({ status: 200, body: { message: "Search deleted" } });
    expect(await remove(token)).toMatchObject({ status: 404, body: { detail: "Search not found" } });
    expect((await lintel.call(SEARCHES, north.as(token))).body.total).toBe(0);
  });

  it("does not send what was scheduled for it alone", async () => {
    const { body } = await north.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await north.import({ ListingId: "N-1" });
    await lintel.call(`${SEARCHES}/${body.id}`, { ...north.as(token), method: "DELETE" });
    expect(await north.send()).toMatchObject({ alert_sent: 0, alert_dropped: 1 });
    const alerts = await lintel.database.db
      .selectFrom("messages")
      .select("state")
      .where("kind", "=", "search_alert")
      .execute();
    expect(alerts).toEqual([{ state: "dropped" }]);
  });
});
