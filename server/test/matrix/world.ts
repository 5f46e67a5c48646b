import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { issueToken } from "../../src/client-tokens/index.ts";
import { ensureClient } from "../../src/visitors/index.ts";
import { openBrowser } from "../harness/browser.ts";
import { FakeClock } from "../harness/fake-clock.ts";
import { home as listing } from "../harness/market.ts";
import { startOidcProvider } from "../harness/oidc-provider.ts";
import { startTestApp } from "../harness/test-app.ts";
import { vapid } from "../harness/vapid.ts";
import { badCallers, goodCallers } from "./credentials.ts";
import { CLOSED } from "./feed-rows.ts";
import { imageMakers } from "./make-images.ts";
import { leadMakers } from "./make-leads.ts";
import { webhookMakers } from "./make-webhooks.ts";
import type { Request } from "./rows.ts";
import { signedInCallers } from "./sessions.ts";

/** Part of everything the home brokerage has: no reply to a caller of another brokerage may contain it. */
export const MARKER = "Zephyrine";

const START = "2026-06-15T12:00:00Z";
const BOUNDARY = "matrix";

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Two brokerages with people, and makers of fresh records of the home one: a call may change or delete what it names. */
export async function startWorld() {
  const provider = await startOidcProvider(new FakeClock(START));
  const lintel = await startTestApp({
    ...provider.environment,
    ...vapid,
    OUTBOUND_ALLOW: "127.0.0.1",
    TRUST_PROXY: "true",
    CONSOLE_URL: "https://home.test",
  });
  const home = await lintel.createTenant("home");
  const other = await lintel.createTenant("other");
  const homeAgent = await lintel.createAgent(home.id, { name: `${MARKER} Own` });
  const otherAgent = await lintel.createAgent(other.id);
  await lintel.importListings("matrix", [
    listing({
      ListingId: "MATRIX-1",
      Latitude: 43.6,
      Longitude: -116.2,
      PublicRemarks: MARKER,
      OpenHouse: [{ OpenHouseKey: "matrix", OpenHouseDate: "2036-06-01" }],
    }),
  ]);
  const staff = {
    home: { brokerageId: home.id, agentId: homeAgent.id },
    other: { brokerageId: other.id, agentId: otherAgent.id },
  };
  const callers = [
    ...(await badCallers(lintel, provider)),
    ...(await goodCallers(lintel, provider, staff)),
    ...(await signedInCallers(lintel, home.host, staff)),
  ];
  const admin = await lintel.createKey("admin");
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  let made = 0;
  const name = () => `made-${++made}`;

  async function make(path: string, body: object, field = "id"): Promise<number> {
    const reply = await lintel.call(path, { method: "POST", key: admin, body });
    if (reply.status > 201) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body[field];
  }
  await lintel.call(`/api/admin/brokerages/${home.id}`, {
    method: "PUT",
    key: admin,
    body: { name: `${MARKER} Realty` },
  });
  await lintel.call("/api/admin/sources/matrix/rules", {
    method: "PUT",
    key: admin,
    body: { vow_terms: { version: "1", text: "I look for a home." } },
  });

  let shared: Promise<string> | undefined;
  async function subscribeAll(): Promise<string> {
    const { json } = openBrowser("https://push.test/shared");
    for (const { headers } of callers.filter(({ role }) => role !== null)) {
      const subscription = { method: "POST", host: home.host, headers, body: json } as const;
      await lintel.call("/api/v1/admin/push/subscriptions", subscription);
    }
    return json.endpoint;
  }

  const makers = leadMakers(lintel, { ...home, agentId: homeAgent.id, admin }, MARKER);
  let favorites: Promise<string> | undefined;
  async function makeFavoritesToken(): Promise<string> {
    const client = { brokerageId: home.id, email: "client@home.test" };
    return issueToken(lintel.ctx, { ...client, clientId: await ensureClient(lintel.ctx, client) });
  }

  let sequence: Promise<number> | undefined;
  /** One that no lead comes onto by itself; a brokerage has no room for one a call. */
  function sharedSequence(): Promise<number> {
    sequence ??= make("/api/v1/admin/drips", {
      brokerage_id: home.id,
      name: `${MARKER} for all`,
      trigger_state: "ARCHIVED",
      steps: [{ delay_days: 1, subject_template: MARKER, body_template: MARKER }],
    });
    return sequence;
  }

  return {
    lintel,
    home,
    callers,
    name,
    ...makers,
    ...webhookMakers(lintel, home, make, MARKER),
    ...imageMakers(lintel, { home, other }, name, MARKER),
    async makeAdmin() {
      const { id } = await lintel.database.db
        .insertInto("admins")
        .values({ email: `${name()}@admins.test`, created_at: lintel.clock.now() })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    makeBrokerage: () => make("/api/admin/brokerages", { slug: name(), name: MARKER }),
    makeKey: () => make("/api/admin/api-keys", { name: MARKER, role: "agent", brokerage_id: home.id }),
    makeDomain: () => make(`/api/admin/brokerages/${home.id}/domains`, { domain: `${name()}.test` }),
    async makeSource() {
      const source = name();
      await lintel.importListings(source, []);
      return source;
    },
    makeFeed: () =>
      make("/api/admin/feeds", {
        source: name(),
        base_url: CLOSED,
        auth: { type: "bearer", token: "token" },
      }),
    async openHouseId() {
      const openHouses = lintel.database.db.selectFrom("open_houses").select("id");
      return (await openHouses.executeTakeFirstOrThrow()).id;
    },
    /** A listing that visitors have seen and that is withdrawn. */
    async makeGoneListing() {
      const ListingId = name();
      await lintel.importListings("matrix", [listing({ ListingId })]);
      await lintel.importListings("matrix", [listing({ ListingId, StandardStatus: "Withdrawn" })]);
      return ListingId;
    },
    async makeListing() {
      const id = name();
      await lintel.importListings("matrix", [listing({ ListingId: id })]);
      return id;
    },
    newBrowser: () => openBrowser(`https://push.test/${name()}`).json,
    /** Of one browser that every caller has subscribed: each may end the own subscription. */
    sharedBrowser() {
      shared ??= subscribeAll();
      return shared;
    },
    makeContact: () =>
      make("/api/admin/broker-contacts", {
        brokerage_id: home.id,
        name: `${MARKER} Contact`,
        email: `${name()}@home.test`,
      }),
    makeAgent: async () => (await lintel.createAgent(home.id, { name: MARKER })).id,
    makeAgentSlug: async () => (await lintel.createAgent(home.id, { name: MARKER })).slug,
    makeSequence: () =>
      make("/api/v1/admin/drips", {
        brokerage_id: home.id,
        name: `${MARKER} ${name()}`,
        trigger_state: "NEW",
        steps: [{ delay_days: 1, subject_template: MARKER, body_template: MARKER }],
      }),
    sharedSequence,
    /** A lead of the home brokerage's agent that is on the shared sequence. */
    async makeEnrolledLead(): Promise<number> {
      const lead = await makers.makeLead();
      await make(`/api/v1/admin/drips/${await sharedSequence()}/enrollments/${lead}`, {});
      return lead;
    },
    homeAgentId: String(homeAgent.id),
    /** A session that is ready: three listings seen, and a city that its visitor has named. */
    async makeSession(): Promise<string> {
      const session = randomUUID();
      const send = async (path: string, body: object) =>
        lintel.call(path, { method: "POST", host: home.host, headers: { "x-session-id": session }, body });
      const at = lintel.clock.now();
      await lintel.database.db
        .insertInto("visitor_sessions")
        .values({ id: session, brokerage_id: home.id, created_at: at, last_activity_at: at })
        .execute();
      await send("/sessions/preferences", { type: "locations", value: "Boise" });
      const view = { type: "property_view", timestamp: at.toISOString() };
      await send("/sessions/events", { events: ["A", "B", "C"].map((id) => ({ ...view, listing_id: id })) });
      return session;
    },
    /** Of a client of the home brokerage. */
    favoritesToken() {
      favorites ??= makeFavoritesToken();
      return favorites;
    },
    /** A search of a client of its own. */
    async makeSearch(): Promise<{ id: number; token: string }> {
      const client = { brokerageId: home.id, email: `${name()}@home.test` };
      const token = await issueToken(lintel.ctx, {
        ...client,
        clientId: await ensureClient(lintel.ctx, client),
      });
      const { body } = await lintel.call("/api/v1/searches", {
        method: "POST",
        host: home.host,
        headers: { authorization: `Bearer ${token}` },
        body: { filters: { city: ["Boise"] } },
      });
      return { id: body.id, token };
    },
    /** The endpoint of a browser that the client of `favoritesToken` has subscribed. */
    async clientsBrowser(): Promise<string> {
      favorites ??= makeFavoritesToken();
      const { json } = openBrowser(`https://push.test/${name()}`);
      await lintel.call("/api/v1/searches/push-subscriptions", {
        method: "POST",
        host: home.host,
        headers: { authorization: `Bearer ${await favorites}` },
        body: json,
      });
      return json.endpoint;
    },
    makeSuggestion: async () =>
      make("/api/admin/suggestions", {
        target_type: "agent",
        target_id: homeAgent.id,
        changes: { bio: MARKER },
      }),
    async makeSmsAccount() {
      await lintel.call(`/api/admin/brokerages/${home.id}/sms-account`, {
        method: "PUT",
        key: admin,
        body: { account_sid: `AC${"0".repeat(32)}`, auth_token: MARKER, from: "+12085550100" },
      });
    },
    /** Of the home brokerage's agent: an agent may change no photo but the own. */
    photoUpload: (): Request => ({
      path: "/api/upload/agent-photo",
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: photoForm(homeAgent.id, photo),
    }),
    async close() {
      await lintel.close();
      await provider.stop();
    },
  };
}

function photoForm(agentId: number, photo: Buffer): Buffer {
  const part = (header: string, bytes: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from("\r\n"),
    ]);
  return Buffer.concat([
    part('name="agent_id"', String(agentId)),
    part('name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg', photo),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}
