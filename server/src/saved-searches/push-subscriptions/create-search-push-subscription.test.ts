import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../test/harness/browser.ts";
import { type PushService, startPushService } from "../../../test/harness/push-service.ts";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { vapid } from "../../../test/harness/vapid.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";
import { runAlerts } from "../index.ts";

const PATH = `${SEARCHES}/push-subscriptions`;

describe("createSearchPushSubscription", () => {
  let service: PushService;
  let lintel: TestApp;
  let north: SearchesFixture;
  let outbound: Outbound;
  let made = 0;
  beforeAll(async () => {
    service = await startPushService();
    lintel = await startTestApp({ ...vapid, LOG_LEVEL: "silent", OUTBOUND_ALLOW: "127.0.0.1" });
    north = await openSearches(lintel, "north");
    outbound = new Outbound({
      allow: ["127.0.0.1"],
      resolve: async () => ["127.0.0.1"],
      timeouts: { deadlineMs: 5000, connectMs: 3000, idleMs: 1000 },
    });
  });
  afterAll(async () => {
    await outbound.close();
    await lintel.close();
    await service.close();
  });

  const subscribe = (token: string, browser = openBrowser(`${service.origin}/to/${++made}`)) =>
    lintel.call(PATH, { ...north.as(token), method: "POST", body: browser.json });

  it("sends the alerts of searches with the channel `push` to each browser of the client, and to no other", async () => {
    const [ada, eve] = [await north.signIn("ada@visitors.test"), await north.signIn("eve@visitors.test")];
    const browsers = ["/ada/one", "/ada/two"].map((path) => openBrowser(service.origin + path));
    for (const browser of browsers) expect((await subscribe(ada, browser)).status).toBe(201);
    await subscribe(eve, openBrowser(`${service.origin}/eve`));
    const wish = { frequency: "instant", channels: ["push"] };
    await north.save(ada, { filters: { city: ["Boise"] }, ...wish });
    await north.import({ ListingId: "N-1", ListPrice: 380_000 });
    expect(await runAlerts({ ...lintel.ctx, outbound })).toMatchObject({ alert_sent: 2 });
    expect(service.pushed.map(({ path }) => path).sort()).toEqual(["/ada/one", "/ada/two"]);
    const pushed = service.pushed.find(({ path }) => path === "/ada/one");
    const content = JSON.parse(browsers[0]?.read(pushed?.body ?? Buffer.alloc(0)) ?? "");
    expect(content).toMatchObject({ title: "New: $380,000", url: expect.stringContaining("N-1") });
    expect(await runAlerts({ ...lintel.ctx, outbound })).toMatchObject({ alert_sent: 0 });
  });

  it("keeps a browser once, and the ten that were renewed last", async () => {
    const token = await north.signIn("many@visitors.test");
    const browser = openBrowser(`${service.origin}/many`);
    const first = await subscribe(token, browser);
    expect((await subscribe(token, browser)).body.id).toBe(first.body.id);
    for (let nth = 0; nth < 10; nth++) {
      lintel.clock.advance(1000);
      await subscribe(token);
    }
    const rows = await lintel.database.db
      .selectFrom("push_subscriptions")
      .innerJoin("clients", "clients.id", "client_id")
      .select("push_subscriptions.id")
      .where("email", "=", "many@visitors.test")
      .execute();
    expect(rows).toHaveLength(10);
    expect(rows.map(({ id }) => id)).not.toContain(first.body.id);
  });

  it.each([
    ["an address inside the network", { endpoint: "https://10.0.0.1/push" }],
    ["plain http", { endpoint: "http://push.test/to" }],
    ["a key that is none", { keys: { p256dh: "AAAA", auth: "AAAA" } }],
  ])("refuses %s with 422", async (_what, change) => {
    const token = await north.signIn("bad@visitors.test");
    const { json } = openBrowser(`${service.origin}/bad`);
    const reply = await lintel.call(PATH, {
      ...north.as(token),
      method: "POST",
      body: { ...json, ...change },
    });
    expect(reply.status).toBe(422);
  });

  it("answers 409 without a key pair", async () => {
    const plain = await startTestApp();
    try {
      const south = await openSearches(plain, "south");
      const token = await south.signIn("ada@visitors.test");
      const { json } = openBrowser("https://push.test/to");
      const reply = await plain.call(PATH, { ...south.as(token), method: "POST", body: json });
      expect([reply.status, reply.body]).toEqual([409, { detail: "Browser push is not set up here" }]);
    } finally {
      await plain.close();
    }
  });
});
