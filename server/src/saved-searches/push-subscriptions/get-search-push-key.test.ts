import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SEARCHES } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { vapid } from "../../../test/harness/vapid.ts";

describe("getSearchPushKey", () => {
  let withKeys: TestApp;
  let without: TestApp;
  beforeAll(async () => {
    withKeys = await startTestApp(vapid);
    without = await startTestApp();
  });
  afterAll(async () => {
    await withKeys.close();
    await without.close();
  });

  it("answers the public key that browsers subscribe with, and null without a key pair", async () => {
    for (const [lintel, expected] of [
      [withKeys, { enabled: true, public_key: vapid.VAPID_PUBLIC_KEY }],
      [without, { enabled: false, public_key: null }],
    ] as const) {
      const { host } = await lintel.createTenant("north");
      const { status, body } = await lintel.call(`${SEARCHES}/push-key`, { host });
      expect([status, body]).toEqual([200, expected]);
    }
  });
});
