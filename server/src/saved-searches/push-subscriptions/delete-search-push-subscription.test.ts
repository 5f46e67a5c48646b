import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../test/harness/browser.ts";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { vapid } from "../../../test/harness/vapid.ts";

const PATH = `${SEARCHES}/push-subscriptions`;

describe("deleteSearchPushSubscription", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp(vapid);
    north = await openSearches(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("ends the client's subscription once, and no other client's", async () => {
    const [ada, eve] = [await north.signIn("ada@visitors.test"), await north.signIn("eve@visitors.test")];
    const { json } = openBrowser("https://push.test/to");
    await lintel.call(PATH, { ...north.as(ada), method: "POST", body: json });
    const remove = async (token: string) => {
      const body = { endpoint: json.endpoint };
      const reply = await lintel.call(PATH, { ...north.as(token), method: "DELETE", body });
      return [reply.status, reply.body];
    };
    const missing = [404, { detail: "Push subscription not found" }];
    expect(await remove(eve)).toEqual(missing);
    expect(await remove(ada)).toEqual([200, { message: "Push subscription deleted" }]);
    expect(await remove(ada)).toEqual(missing);
  });
});
