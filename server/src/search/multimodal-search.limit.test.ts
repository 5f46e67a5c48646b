import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("the limit of multimodalSearch", () => {
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on" });
    ({ host } = await lintel.createTenant("limited"));
  });
  afterAll(() => lintel.close());

  it("is 30 a minute for a session, and another session has its own", async () => {
    const search = (session: string) =>
      lintel.call("/api/search/multimodal", {
        method: "POST",
        host,
        headers: { "x-session-id": session },
        body: { query: "kitchen" },
      });
    const [one, other] = [1, 2].map((n) => `0b9d7a44-5a0e-4c7c-9a51-00000000000${n}`) as [string, string];
    for (let n = 0; n < 30; n++) expect((await search(one)).status).toBe(200);
    expect((await search(one)).status).toBe(429);
    expect((await search(other)).status).toBe(200);
  });
});
