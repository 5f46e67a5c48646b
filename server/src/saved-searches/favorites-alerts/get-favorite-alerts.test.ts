import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getFavoriteAlerts", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("is instant by mail until the client chooses otherwise", async () => {
    const token = await north.signIn("ada@visitors.test");
    const { status, body } = await lintel.call("/api/v1/favorites/alerts", north.as(token));
    expect([status, body]).toEqual([
      200,
      { frequency: "instant", effective_frequency: "instant", channels: ["email"], status: "active" },
    ]);
  });
});
