import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../test/harness/browser.ts";
import { FakeClock } from "../../test/harness/fake-clock.ts";
import { type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { type OidcProvider, startOidcProvider } from "../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { vapid } from "../../test/harness/vapid.ts";
import { pushSubscribers } from "./push-subscribers.ts";

const PATH = "/api/v1/admin/push/subscriptions";
const DAY_MS = 86_400_000;

describe("whose browsers are told", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  let brokerage: LeadFixture;
  let made = 0;
  beforeAll(async () => {
    provider = await startOidcProvider(new FakeClock("2026-06-15T12:00:00Z"));
    lintel = await startTestApp({ ...provider.environment, ...vapid });
  });
  afterAll(async () => {
    await lintel.close();
    await provider.stop();
  });
  beforeEach(async () => {
    brokerage = await openLeads(lintel, `telling-${++made}`);
  });

  async function subscribe(credentials: { key: string } | { headers: Record<string, string> }) {
    const { json } = openBrowser(`https://push.test/to/${++made}`);
    const reply = await lintel.call(PATH, { method: "POST", body: json, ...credentials });
    expect(reply.status).toBe(201);
    return reply.body.id as number;
  }
  const person = async (subject: string, claims: object) => ({
    headers: {
      authorization: `Bearer ${await provider.token({ sub: subject, brokerage_id: brokerage.id, ...claims })}`,
    },
  });
  const ids = async (kind: "agent" | "broker", id: number, ctx = lintel.ctx) => {
    const reader = { kind, id, brokerageId: brokerage.id };
    const browsersOf = await pushSubscribers(ctx, [reader]);
    return browsersOf(reader).map((browser) => browser.id);
  };
  const ofAnn = () => ids("agent", brokerage.ann.id);
  const ofBrokers = () => ids("broker", 1);
  const idOfKey = async (subscription: number) => {
    const row = await lintel.database.db
      .selectFrom("push_subscriptions")
      .select("api_key_id")
      .where("id", "=", subscription)
      .executeTakeFirstOrThrow();
    return row.api_key_id as number;
  };

  it("an agent's own, and for brokers those of the brokerage's brokers and admins; none of another tenant's", async () => {
    const other = await openLeads(lintel, `telling-${++made}`);
    const ann = await subscribe(brokerage.ann);
    const bob = await subscribe(brokerage.bob);
    const broker = await subscribe({ key: brokerage.broker });
    const admin = await subscribe({ key: await lintel.createKey("admin", { brokerageId: brokerage.id }) });
    await subscribe({ key: await lintel.createKey("admin") });
    await subscribe({ key: brokerage.agent });
    for (const key of [other.ann.key, other.broker]) await subscribe({ key });
    expect(await ofAnn()).toEqual([ann]);
    expect(await ids("agent", brokerage.bob.id)).toEqual([bob]);
    expect(await ofBrokers()).toEqual([broker, admin]);
  });

  it("none where push is no longer set up", async () => {
    await subscribe(brokerage.ann);
    const ctx = { ...lintel.ctx, config: { ...lintel.ctx.config, push: null } };
    expect(await ids("agent", brokerage.ann.id, ctx)).toEqual([]);
  });

  it("not those of a key that is revoked, or has expired", async () => {
    const revoked = await subscribe({ key: brokerage.broker });
    const expired = await subscribe({ key: await lintel.createKey("broker", { brokerageId: brokerage.id }) });
    expect(await ofBrokers()).toEqual([revoked, expired]);
    const admin = await lintel.createKey("admin");
    await lintel.call(`/api/admin/api-keys/${await idOfKey(revoked)}`, { method: "DELETE", key: admin });
    expect(await ofBrokers()).toEqual([expired]);
    await lintel.database.db
      .updateTable("api_keys")
      .set({ expires_at: lintel.clock.now() })
      .where("id", "=", await idOfKey(expired))
      .execute();
    expect(await ofBrokers()).toEqual([]);
  });

  it("not those of an agent who is disabled, until they are brought back", async () => {
    const id = await subscribe(brokerage.ann);
    const agent = `/api/admin/agents/${brokerage.ann.id}`;
    const key = await lintel.createKey("admin");
    expect((await lintel.call(agent, { method: "DELETE", key })).status).toBe(200);
    expect(await ofAnn()).toEqual([]);
    await lintel.call(agent, { method: "PUT", key, body: { disabled_at: null } });
    expect(await ofAnn()).toEqual([id]);
  });

  it("of a person as long as they are what they were when they subscribed", async () => {
    const subject = `person-${++made}`;
    const id = await subscribe(await person(subject, { roles: ["broker"] }));
    expect(await ofBrokers()).toEqual([id]);
    const asAgent = await person(subject, { roles: ["agent"], agent_id: brokerage.ann.id });
    await lintel.call("/api/auth/verify", asAgent);
    expect(await ofBrokers()).toEqual([]);
    expect(await ofAnn()).toEqual([]);
    expect(await subscribe(asAgent)).not.toBe(id);
    expect(await ofAnn()).toHaveLength(1);
    expect(await ofBrokers()).toEqual([]);
  });

  it("of a person who has been here within 30 days", async () => {
    const credentials = await person(`person-${++made}`, { roles: ["broker"] });
    const id = await subscribe(credentials);
    const later = (days: number) => ({
      ...lintel.ctx,
      clock: { now: () => new Date(lintel.clock.now().getTime() + days * DAY_MS) },
    });
    expect(await ids("broker", 1, later(30))).toEqual([id]);
    expect(await ids("broker", 1, later(31))).toEqual([]);
  });
});
