import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { createApp } from "../app.ts";
import { createServices } from "../services.ts";

describe("getReadiness", () => {
  let lintel: TestApp;
  const draining = new AbortController();
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("answers 503 from the moment at which the process is asked to stop", async () => {
    const { config, secrets, log, clock } = lintel.services;
    const parts = { config, secrets, log, clock, database: lintel.database, draining: draining.signal };
    const app = await createApp(createServices(parts));
    const ready = async () => {
      const { statusCode, body } = await app.inject("/health/ready");
      return [statusCode, JSON.parse(body)];
    };
    expect(await ready()).toEqual([200, { status: "ok" }]);
    draining.abort();
    expect(await ready()).toEqual([503, { status: "stopping" }]);
    expect((await app.inject("/health/live")).statusCode).toBe(200);
    await app.close();
  });
});
