import { expect, it } from "vitest";
import { startTestApp } from "../../test/harness/test-app.ts";
import { vapid } from "../../test/harness/vapid.ts";

const KEY = "/api/v1/admin/push/key";

it.each([
  ["says the public key, and nothing of the private one", vapid, vapid.VAPID_PUBLIC_KEY],
  ["says that push is off where there is no key pair", {}, null],
])("getPushKey %s, to every role", async (_does, environment, public_key) => {
  const lintel = await startTestApp(environment);
  const { id: brokerageId } = await lintel.createTenant("keys");
  for (const role of ["admin", "broker", "agent"] as const) {
    const key = await lintel.createKey(role, { brokerageId });
    const { status, body } = await lintel.call(KEY, { key });
    expect([status, body]).toEqual([200, { enabled: public_key !== null, public_key }]);
  }
  expect((await lintel.call(KEY)).status).toBe(401);
  await lintel.close();
});
