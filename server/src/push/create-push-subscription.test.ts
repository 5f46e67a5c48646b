import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { openBrowser } from "../../test/harness/browser.ts";
import { type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { vapid } from "../../test/harness/vapid.ts";

const PATH = "/api/v1/admin/push/subscriptions";

describe("createPushSubscription", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ ...vapid, OUTBOUND_ALLOW: "10.20.0.0/16" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLeads(lintel, `subscribing-${++made}`);
  });

  const endpoint = () => `https://push.test/to/${++made}`;
  const subscribe = (key: string, body: unknown) => lintel.call(PATH, { method: "POST", key, body });
  const rowsAt = (address: string) =>
    lintel.database.db
      .selectFrom("push_subscriptions")
      .selectAll()
      .where("endpoint", "=", address)
      .orderBy("id")
      .execute();

  it("keeps what the browser says of itself, and who subscribed it, as they are now", async () => {
    const { json } = openBrowser(endpoint());
    const { status, body } = await subscribe(brokerage.ann.key, json);
    const [row] = await rowsAt(json.endpoint);
    expect([status, body]).toEqual([201, { id: row!.id, created_at: lintel.clock.now().toISOString() }]);
    expect(row).toMatchObject({
      ...json.keys,
      user_id: null,
      api_key_id: expect.any(Number),
      role: "agent",
      brokerage_id: brokerage.id,
      agent_id: brokerage.ann.id,
      name: "agent key",
      failures: 0,
    });
  });

  it("takes a key that is bound to no agent for the agent of its email, as lists of leads do", async () => {
    const { json } = openBrowser(endpoint());
    await subscribe(brokerage.bob.key, json);
    expect(await rowsAt(json.endpoint)).toMatchObject([{ role: "agent", agent_id: brokerage.bob.id }]);
  });

  it("renews a browser that is there already, and forgets its failures", async () => {
    const address = endpoint();
    const first = (await subscribe(brokerage.broker, openBrowser(address).json)).body;
    await lintel.database.db
      .updateTable("push_subscriptions")
      .set({ failures: 4, retry_at: lintel.clock.now() })
      .where("id", "=", first.id)
      .execute();
    lintel.clock.advance(60_000);
    const { json } = openBrowser(address);
    const again = await subscribe(brokerage.broker, json);
    expect([again.status, again.body]).toEqual([201, first]);
    expect(await rowsAt(address)).toMatchObject([
      { ...json.keys, id: first.id, failures: 0, retry_at: null, renewed_at: lintel.clock.now() },
    ]);
  });

  it("is a row for each caller in one browser, however many ask at once", async () => {
    const { json } = openBrowser(endpoint());
    const keys = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? brokerage.broker : brokerage.ann.key));
    const replies = await Promise.all(keys.map((key) => subscribe(key, json)));
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect((await rowsAt(json.endpoint)).map(({ role }) => role).sort()).toEqual(["agent", "broker"]);
  });

  it("keeps 20 of a caller, and drops the one that was renewed longest ago, however many come at once", async () => {
    const browsers = Array.from({ length: 20 }, () => openBrowser(endpoint()).json);
    for (const json of browsers) {
      lintel.clock.advance(1000);
      await subscribe(brokerage.broker, json);
    }
    lintel.clock.advance(1000);
    await subscribe(brokerage.broker, browsers[0]);
    await subscribe(brokerage.ann.key, browsers[1]);
    lintel.clock.advance(1000);
    const more = Array.from({ length: 3 }, () => openBrowser(endpoint()).json);
    await Promise.all(more.map((json) => subscribe(brokerage.broker, json)));
    const kept = await lintel.database.db
      .selectFrom("push_subscriptions")
      .select("endpoint")
      .where("brokerage_id", "=", brokerage.id)
      .where("role", "=", "broker")
      .execute();
    const expected = [browsers[0]!, ...browsers.slice(4), ...more].map((json) => json.endpoint);
    expect(kept.map((row) => row.endpoint).sort()).toEqual(expected.sort());
    expect(await rowsAt(browsers[1]!.endpoint)).toMatchObject([{ role: "agent" }]);
  });

  it("leaves audit rows of a new browser, of new keys and of one that is dropped, and in none of them a secret", async () => {
    const address = endpoint();
    const json = [openBrowser(address).json, openBrowser(address).json];
    const { id } = (await subscribe(brokerage.broker, json[0])).body;
    await subscribe(brokerage.broker, json[0]);
    await subscribe(brokerage.broker, json[1]);
    for (let others = 0; others < 20; others++) {
      lintel.clock.advance(1000);
      await subscribe(brokerage.broker, openBrowser(endpoint()).json);
    }
    const rows = await auditOf(lintel, "push_subscription", id);
    const view = {
      push_service: "push.test",
      browser: expect.stringMatching(/^[\w-]{12}$/),
      role: "broker",
      brokerage_id: brokerage.id,
      agent_id: null,
    };
    const browser = view.browser;
    expect(rows).toMatchObject([
      { action: "create", brokerage_id: brokerage.id, before: null, after: view },
      { action: "update", before: { browser }, after: { browser } },
      { action: "delete", before: view, after: null },
    ]);
    for (const secret of [new URL(address).pathname, ...json.flatMap(({ keys }) => Object.values(keys))])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("takes keys in either alphabet of base64, padded too, and http where OUTBOUND_ALLOW names the address", async () => {
    const { json } = openBrowser("http://10.20.0.1:8080/to/1");
    const inBase64 = (text: string) => Buffer.from(text, "base64url").toString("base64");
    const keys = { p256dh: inBase64(json.keys.p256dh), auth: inBase64(json.keys.auth) };
    expect((await subscribe(brokerage.broker, { ...json, keys })).status).toBe(201);
    expect(await rowsAt(json.endpoint)).toMatchObject([json.keys]);
  });

  const good = openBrowser("https://push.test/to/good").json;
  const beside = Buffer.from(good.keys.p256dh, "base64url");
  beside[64]! ^= 1;
  const short = Buffer.alloc(33, 2).toString("base64url");
  const notAPoint = "keys.p256dh must be a point of P-256: 65 bytes in base64url";
  const notAnAuth = "keys.auth must be 16 bytes in base64url";
  it.each([
    ["a point beside the curve", { keys: { ...good.keys, p256dh: beside.toString("base64url") } }, notAPoint],
    ["a compressed point", { keys: { ...good.keys, p256dh: short } }, notAPoint],
    ["no point", { keys: { ...good.keys, p256dh: "" } }, notAPoint],
    ["a point in hex with signs", { keys: { ...good.keys, p256dh: "04:ab" } }, notAPoint],
    ["a secret of 15 bytes", { keys: { ...good.keys, auth: "A".repeat(20) } }, notAnAuth],
    ["a secret of 17 bytes", { keys: { ...good.keys, auth: "A".repeat(23) } }, notAnAuth],
    ["no secret", { keys: { p256dh: good.keys.p256dh } }, "keys.auth is required"],
    ["no keys", { keys: undefined }, "keys is required"],
    ["no endpoint", { endpoint: undefined }, "endpoint is required"],
    [
      "an endpoint too long",
      { endpoint: `https://push.test/${"x".repeat(2000)}` },
      "endpoint must be at most 2000 characters",
    ],
    [
      "an endpoint that is too long as it is kept",
      { endpoint: `https://push.test/${"é".repeat(500)}` },
      "endpoint must be at most 2000 characters",
    ],
    ["an expiry in words", { expirationTime: "never" }, "expirationTime must be a number or null"],
  ])("refuses %s", async (_name, fields, complaint) => {
    const reply = await subscribe(brokerage.broker, { ...good, ...fields });
    expect(validationErrors(reply)).toEqual([422, [[expect.any(String), complaint]]]);
    expect(await rowsAt(good.endpoint)).toEqual([]);
  });

  it("answers 409 where push is not set up", async () => {
    const without = await startTestApp();
    const reply = await without.call(PATH, {
      method: "POST",
      key: await without.createKey("admin"),
      body: good,
    });
    expect([reply.status, reply.body]).toEqual([409, { detail: "Browser push is not set up here" }]);
    await without.close();
  });
});
