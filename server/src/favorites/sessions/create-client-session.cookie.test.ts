import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { CLIENT_SESSION, cookieFor, cookieOf } from "../../../test/harness/client-cookie.ts";
import {
  FAVORITES,
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../../test/harness/favorites-fixture.ts";
import { SEARCHES } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { jobsOf } from "../../schedules.ts";

const ADA = "ada@visitors.test";
const DAY = 86_400_000;
type Headers = Record<string, string>;
const foreign = [403, { detail: "Cannot use a cookie: the request was sent by a page of another website" }];

describe("the cookie of a signed-in client", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let other: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `cookies-${++made}`);
    other = await openFavorites(lintel, `cookies-other-${made}`);
  });

  type Sent = {
    method?: "GET" | "POST" | "PATCH" | "DELETE";
    body?: object;
    headers?: Record<string, string>;
  };
  const send = (path: string, cookie: string, { headers = {}, ...sent }: Sent = {}, { host } = brokerage) =>
    lintel.call(path, { host, ...sent, headers: { cookie, ...headers } });
  const signIn = (headers?: Headers) => cookieFor(lintel, brokerage, ADA, headers);
  const sessions = () =>
    lintel.database.db
      .selectFrom("client_sessions")
      .selectAll()
      .where("brokerage_id", "=", brokerage.id)
      .orderBy("id")
      .execute();

  it("is HttpOnly, for 90 days, of this host, and on https bound to it by its name", async () => {
    const body = async () => ({ token: await brokerage.newToken(ADA) });
    const { host } = brokerage;
    const plain = await lintel.call(CLIENT_SESSION, { method: "POST", host, body: await body() });
    expect(plain.headers["set-cookie"]).toMatch(
      /^lintel_client=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    );
    const headers = { "x-forwarded-proto": "https" };
    const secure = await lintel.call(CLIENT_SESSION, { method: "POST", host, headers, body: await body() });
    expect(secure.headers["set-cookie"]).toMatch(
      /^__Host-lintel_client=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("is set by a code of a magic link, and by that of a saved search", async () => {
    await brokerage.requestLink(ADA);
    const code = await brokerage.linkCode(ADA);
    const signed = await lintel.call(CLIENT_SESSION, {
      method: "POST",
      host: brokerage.host,
      body: { code, email: ADA },
    });
    expect((await send(FAVORITES, cookieOf(signed.headers))).status).toBe(200);
    const search = { email: ADA, filters: { city: ["Boise"] } };
    await lintel.call(SEARCHES, { method: "POST", host: brokerage.host, body: search });
    const confirmed = await lintel.call(`${SEARCHES}/confirm`, {
      method: "POST",
      host: brokerage.host,
      body: { code: await brokerage.linkCode(ADA, "search_confirmation"), email: ADA },
    });
    const { body } = await send(SEARCHES, cookieOf(confirmed.headers));
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([confirmed.body.search.id]);
  });

  it("is not set by a code that is refused, nor by the link's other routes", async () => {
    const refused = await lintel.call(CLIENT_SESSION, {
      method: "POST",
      host: brokerage.host,
      body: { code: "CDFG-HJKM", email: ADA },
    });
    const verified = await brokerage.verify(await brokerage.newToken(ADA));
    expect([refused.headers["set-cookie"], verified.headers["set-cookie"]]).toEqual([undefined, undefined]);
    expect(await sessions()).toEqual([]);
  });

  it("stands for the client's token on favorites, their alerts, and saved searches; replies are not stored", async () => {
    const cookie = await signIn();
    const synced = await send(`${FAVORITES}/sync`, cookie, {
      method: "POST",
      body: { favorites: ["A", "B"] },
    });
    expect(outcome(synced)).toEqual([200, { favorites: ["A", "B"] }]);
    await send(`${FAVORITES}/B`, cookie, { method: "DELETE" });
    const listed = await send(FAVORITES, cookie);
    expect([outcome(listed), listed.headers["cache-control"]]).toEqual([
      [200, { favorites: ["A"] }],
      "no-store",
    ]);
    const alerts = { method: "PATCH", body: { frequency: "daily" } } as const;
    expect((await send(`${FAVORITES}/alerts`, cookie, alerts)).body.frequency).toBe("daily");
    const saved = await send(SEARCHES, cookie, { method: "POST", body: { filters: { min_beds: 2 } } });
    expect(saved.status).toBe(201);
    const { id } = saved.body;
    expect((await send(`${SEARCHES}/${id}`, cookie)).body.id).toBe(id);
    expect((await send(`${SEARCHES}/${id}/seen`, cookie, { method: "POST" })).status).toBe(200);
    expect((await send(`${SEARCHES}/${id}`, cookie, { method: "DELETE" })).status).toBe(200);
    expect(outcome(await send(CLIENT_SESSION, cookie))).toEqual([
      200,
      { client_id: expect.any(Number), email: ADA },
    ]);
  });

  it("is one client with the token of the same email", async () => {
    const cookie = await signIn();
    const token = await brokerage.signIn(ADA);
    await brokerage.sync(token, ["A"]);
    expect((await send(FAVORITES, cookie)).body).toEqual({ favorites: ["A"] });
  });

  it("comes after a bearer token, good or bad", async () => {
    const cookie = await signIn();
    const bob = await brokerage.signIn("bob@visitors.test");
    await brokerage.sync(bob, ["BOB"]);
    const asBob = await send(FAVORITES, cookie, { headers: { authorization: `Bearer ${bob}` } });
    expect(asBob.body).toEqual({ favorites: ["BOB"] });
    const bad = await send(FAVORITES, cookie, { headers: { authorization: "Bearer nonsense" } });
    expect(outcome(bad)).toEqual(INVALID_TOKEN_REPLY);
  });

  it("is worthless at another brokerage, and grants nothing else here", async () => {
    const cookie = await signIn();
    await cookieFor(lintel, other, ADA);
    for (const path of [FAVORITES, SEARCHES, CLIENT_SESSION])
      expect(outcome(await send(path, cookie, {}, other))).toEqual(INVALID_TOKEN_REPLY);
    for (const path of ["/api/admin/me", "/api/v1/admin/leads"])
      expect((await send(path, cookie)).status).toBe(401);
    await send(CLIENT_SESSION, cookie, { method: "DELETE" }, other);
    expect((await send(FAVORITES, cookie)).status).toBe(200);
  });

  it.each([
    "lintel_client=nonsense",
    "lintel_client=",
    `lintel_client=${"A".repeat(43)}`,
    `lintel_client=${"A".repeat(5000)}`,
  ])("is refused as a bad token when it is %.40s", async (cookie) => {
    expect(outcome(await send(FAVORITES, cookie))).toEqual(INVALID_TOKEN_REPLY);
  });

  it.each<Headers>([
    { origin: "https://evil.test" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("does not write for a page of another origin: %j", async (headers) => {
    const cookie = await signIn();
    const search = { filters: { min_beds: 2 } };
    for (const [path, method, body] of [
      [`${FAVORITES}/sync`, "POST", { favorites: ["A"] }],
      [`${FAVORITES}/A`, "DELETE", undefined],
      [`${FAVORITES}/alerts`, "PATCH", { frequency: "daily" }],
      [SEARCHES, "POST", search],
      [SEARCHES, "POST", { ...search, email: ADA }],
      ["/api/privacy/own-requests", "POST", { kind: "erase" }],
      [CLIENT_SESSION, "DELETE", undefined],
    ] as const) {
      const reply = await send(path, cookie, { headers, method, ...(body && { body }) });
      expect([path, ...outcome(reply)]).toEqual([path, ...foreign]);
    }
    expect((await send(FAVORITES, cookie)).body).toEqual({ favorites: [] });
  });

  it("writes for pages of its own origin, and without the headers of a browser", async () => {
    const cookie = await signIn();
    const body = { favorites: ["A"] };
    const senders: Headers[] = [
      { origin: `https://${brokerage.host}`, "sec-fetch-site": "same-origin" },
      { origin: `http://${brokerage.host}` },
      { "sec-fetch-site": "none" },
      {},
    ];
    for (const headers of senders) {
      const reply = await send(`${FAVORITES}/sync`, cookie, { method: "POST", body, headers });
      expect([headers, reply.status]).toEqual([headers, 200]);
    }
  });

  it("does not read for scripts of another origin, but for a link that is followed", async () => {
    const cookie = await signIn();
    const read = async (headers: Headers) => (await send(FAVORITES, cookie, { headers })).status;
    expect(await read({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).toBe(401);
    expect(await read({ origin: "https://evil.test" })).toBe(401);
    expect(await read({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(200);
  });

  it("is not for pages of other websites to set: a visitor is not signed in as another person", async () => {
    const call = async (body: object, headers: Headers) =>
      lintel.call(CLIENT_SESSION, { method: "POST", host: brokerage.host, body, headers });
    const token = await brokerage.newToken(ADA);
    const senders: Headers[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of senders) {
      const reply = await call({ token }, headers);
      expect([outcome(reply), reply.headers["set-cookie"]]).toEqual([foreign, undefined]);
    }
    // Of another domain of the brokerage: it uses the token.
    const sibling = { origin: `https://www.${brokerage.host}`, "sec-fetch-site": "same-site" };
    const reply = await call({ token }, sibling);
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([201, undefined]);
    expect((await brokerage.list(reply.body.auth_token)).status).toBe(200);
  });

  it("is a session of which the hash alone is stored, and which ends with the next sign-in of the browser", async () => {
    const first = await signIn();
    const [row] = await sessions();
    expect(row?.token_hash).toHaveLength(32);
    const texts = JSON.stringify(await sessions());
    expect(texts).not.toContain(first.split("=")[1]);
    const second = await signIn({ cookie: first });
    expect(await sessions()).toHaveLength(1);
    expect((await send(FAVORITES, first)).status).toBe(401);
    expect((await send(FAVORITES, second)).status).toBe(200);
  });

  it("ends after 90 days, by a job that deletes it", async () => {
    const cookie = await signIn();
    lintel.clock.advance(90 * DAY - 1);
    expect((await send(FAVORITES, cookie)).status).toBe(200);
    lintel.clock.advance(1);
    expect(outcome(await send(FAVORITES, cookie))).toEqual(INVALID_TOKEN_REPLY);
    await jobsOf(lintel.services)
      .find(({ name }) => name === "prune-client-sessions")
      ?.run(lintel.ctx.signal);
    expect(await sessions()).toEqual([]);
  });

  it("is one of at most 20 of a client: a further one signs the oldest browser out", async () => {
    const cookies: string[] = [];
    for (let nth = 0; nth < 21; nth++) cookies.push(await signIn());
    expect(await sessions()).toHaveLength(20);
    const statuses = [cookies[0], cookies[1], cookies[20]].map(
      async (cookie) => (await send(FAVORITES, cookie as string)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  it("ends when the client is erased", async () => {
    const cookie = await signIn();
    await lintel.database.db.deleteFrom("clients").where("brokerage_id", "=", brokerage.id).execute();
    expect(outcome(await send(FAVORITES, cookie))).toEqual(INVALID_TOKEN_REPLY);
    expect(await sessions()).toEqual([]);
  });

  it("is no credential for a visitor's search when it is not valid any more", async () => {
    const cookie = await signIn();
    await send(CLIENT_SESSION, cookie, { method: "DELETE" });
    const search = { filters: { min_beds: 2 } };
    const requested = await send(SEARCHES, cookie, { method: "POST", body: { ...search, email: ADA } });
    expect(requested.status).toBe(202);
    const refused = await send(SEARCHES, cookie, { method: "POST", body: search });
    expect(outcome(refused)).toEqual(INVALID_TOKEN_REPLY);
  });

  it("keeps the replies to an Idempotency-Key of two clients of one address apart", async () => {
    const ada = await signIn();
    const bob = await cookieFor(lintel, brokerage, "bob@visitors.test");
    const sent = {
      method: "POST",
      body: { favorites: ["A"] },
      headers: { "idempotency-key": "one-key" },
    } as const;
    await send(`${FAVORITES}/sync`, ada, { method: "POST", body: { favorites: ["OF-ADA"] } });
    expect((await send(`${FAVORITES}/sync`, ada, sent)).body.favorites).toHaveLength(2);
    const reply = await send(`${FAVORITES}/sync`, bob, sent);
    expect([reply.body, reply.headers["idempotent-replayed"]]).toEqual([{ favorites: ["A"] }, undefined]);
  });

  it("takes the 50 favorites that a browser kept before, and adds those of the client", async () => {
    const token = await brokerage.signIn(ADA);
    await brokerage.sync(token, ["OLD"]);
    const cookie = await signIn();
    const kept = Array.from({ length: 50 }, (_, nth) => `HOME-${nth}`);
    const { body } = await send(`${FAVORITES}/sync`, cookie, { method: "POST", body: { favorites: kept } });
    expect(body.favorites.toSorted()).toEqual([...kept, "OLD"].toSorted());
    expect((await brokerage.list(token)).body.favorites).toHaveLength(51);
  });
});
