import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDemo } from "../../server/src/make-demo.ts";
import { startTestApp, type TestApp } from "../../server/test/harness/test-app.ts";

describe("a demo whose process is stopped", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("is interrupted, not an error, and leaves no brokerage", async () => {
    const stop = new AbortController();
    const outcome = await makeDemo({ ...lintel.ctx, signal: stop.signal }, () => stop.abort());
    expect(outcome.state).toBe("interrupted");
    expect(await lintel.database.db.selectFrom("brokerages").select("slug").execute()).toEqual([]);
  });
});
