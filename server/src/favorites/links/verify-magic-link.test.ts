import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FAVORITES, type FavoritesDesk, openFavoritesDesk } from "../../../test/harness/favorites-desk.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const MINUTE = 60_000;
const used = [400, { detail: "This magic link has already been used. Request a new one." }];
const expired = [400, { detail: "This magic link has expired. Request a new one." }];
const notFound = [404, { detail: "Magic link not found" }];

describe("verifyMagicLink", () => {
  let lintel: TestApp;
  let desk: FavoritesDesk;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    desk = await openFavoritesDesk(lintel, `verify-${++made}`);
  });

  const clients = () =>
    lintel.database.db
      .selectFrom("clients")
      .select(["id", "email"])
      .where("brokerage_id", "=", desk.id)
      .execute();

  it("makes whoever has the email a client, with a token that is exactly what the specification says", async () => {
    const { status, body, headers } = await desk.verify(await desk.link("Ada@Visitors.test"));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        client_id: expect.any(Number),
        auth_token: expect.any(String),
        favorites: [],
        email: ADA,
      },
    ]);
    expect(headers["cache-control"]).toBe("no-store");
    const now = lintel.clock.now().getTime() / 1000;
    expect(decodeProtectedHeader(body.auth_token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(decodeJwt(body.auth_token)).toEqual({
      client_id: body.client_id,
      brokerage_id: desk.id,
      email: ADA,
      iat: now,
      exp: now + 90 * 86_400,
      type: "favorites_auth",
    });
    expect(await clients()).toEqual([{ id: body.client_id, email: ADA }]);
  });

  it("is the same client the next time, with the favorites there are", async () => {
    const first = await desk.verify(await desk.link(ADA));
    await desk.sync(first.body.auth_token, ["B", "A"]);
    const second = await desk.verify(await desk.link("ADA@visitors.test"));
    expect(second.body).toMatchObject({ client_id: first.body.client_id, favorites: ["A", "B"] });
  });

  it("works within 15 minutes", async () => {
    const [early, late] = [await desk.link(ADA), await desk.link(ADA)];
    lintel.clock.advance(15 * MINUTE - 1);
    expect((await desk.verify(early)).status).toBe(200);
    lintel.clock.advance(1);
    expect(outcome(await desk.verify(late))).toEqual(expired);
    expect(await clients()).toHaveLength(1);
  });

  it("works once; and a link that is used says so for good, also when it has expired", async () => {
    const token = await desk.link(ADA);
    await desk.verify(token);
    expect(outcome(await desk.verify(token))).toEqual(used);
    lintel.clock.advance(16 * MINUTE);
    expect(outcome(await desk.verify(token))).toEqual(used);
  });

  it("is 404 for a token that is none of ours, however long, and changes nothing", async () => {
    const token = await desk.link(ADA);
    const almost = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const wrong of [almost, `${token}A`, "x", "x".repeat(64), "x".repeat(400), "%20", "..%2f"])
      expect(outcome(await desk.verify(wrong))).toEqual(notFound);
    expect((await desk.verify(token)).status).toBe(200);
  });

  it("on another tenant's domain is not found, and is not used up by that", async () => {
    const other = await openFavoritesDesk(lintel, `verify-${++made}`);
    const token = await desk.link(ADA);
    expect(outcome(await other.verify(token))).toEqual(notFound);
    await desk.verify(token);
    expect(outcome(await other.verify(token))).toEqual(notFound);
  });

  it("is 400 on a domain without brokerage, and when the brokerage has been disabled", async () => {
    const token = await desk.link(ADA);
    const noBrokerage = [400, { detail: "Brokerage not found" }];
    const elsewhere = await lintel.call(`${FAVORITES}/verify/${token}`, { host: "nobody.test" });
    expect(outcome(elsewhere)).toEqual(noBrokerage);
    await desk.disable();
    expect(outcome(await desk.verify(token))).toEqual(noBrokerage);
    expect(await clients()).toEqual([]);
  });

  it("is not used up by HEAD, which tells nothing of it", async () => {
    const token = await desk.link(ADA);
    for (const each of [token, "nobodys"]) {
      const head = await lintel.call(`${FAVORITES}/verify/${each}`, { method: "HEAD", host: desk.host });
      expect([head.status, head.text]).toEqual([200, ""]);
    }
    expect((await desk.verify(token)).status).toBe(200);
  });

  it("of 100 at once lets one win", async () => {
    const token = await desk.link(ADA);
    const replies = await Promise.all(Array.from({ length: 100 }, () => desk.verify(token)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const reply of replies.filter((each) => each !== won[0])) expect(outcome(reply)).toEqual(used);
    expect(await clients()).toEqual([{ id: won[0]?.body.client_id, email: ADA }]);
  });

  it("makes one client of two links that are used at once", async () => {
    const tokens = [await desk.link(ADA), await desk.link("ADA@visitors.test"), await desk.link(ADA)];
    const replies = await Promise.all(tokens.map((token) => desk.verify(token)));
    expect(new Set(replies.map(({ body }) => body.client_id)).size).toBe(1);
    expect(await clients()).toHaveLength(1);
  });

  it("gives no token that opens anything else", async () => {
    const { body } = await desk.verify(await desk.link(ADA));
    for (const path of ["/api/admin/me", "/api/v1/admin/leads", "/api/auth/verify"]) {
      const reply = await lintel.call(path, { headers: { authorization: `Bearer ${body.auth_token}` } });
      expect(outcome(reply)).toEqual([401, { detail: "Invalid token" }]);
    }
  });
});
