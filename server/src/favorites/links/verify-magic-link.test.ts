import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { FAVORITES, type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const MINUTE = 60_000;
const used = [400, { detail: "This magic link has already been used. Request a new one." }];
const expired = [400, { detail: "This magic link has expired. Request a new one." }];
const notFound = [404, { detail: "Magic link not found" }];

describe("verifyMagicLink", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `verify-${++made}`);
  });

  const clients = () =>
    lintel.database.db
      .selectFrom("clients")
      .select(["id", "email"])
      .where("brokerage_id", "=", brokerage.id)
      .execute();

  it("creates the client of the email, with a token exactly as specified", async () => {
    const { status, body, headers } = await brokerage.verify(await brokerage.newToken("Ada@Visitors.test"));
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
      brokerage_id: brokerage.id,
      email: ADA,
      iat: now,
      exp: now + 90 * 86_400,
      type: "favorites_auth",
    });
    expect(await clients()).toEqual([{ id: body.client_id, email: ADA }]);
  });

  it("finds the same client the next time, with its favorites", async () => {
    const first = await brokerage.verify(await brokerage.newToken(ADA));
    await brokerage.sync(first.body.auth_token, ["B", "A"]);
    const second = await brokerage.verify(await brokerage.newToken("ADA@visitors.test"));
    expect(second.body).toMatchObject({ client_id: first.body.client_id, favorites: ["A", "B"] });
  });

  it("works within 15 minutes", async () => {
    const [early, late] = [await brokerage.newToken(ADA), await brokerage.newToken(ADA)];
    lintel.clock.advance(15 * MINUTE - 1);
    expect((await brokerage.verify(early)).status).toBe(200);
    lintel.clock.advance(1);
    expect(outcome(await brokerage.verify(late))).toEqual(expired);
    expect(await clients()).toHaveLength(1);
  });

  it("works once; a used link answers so even after it expired", async () => {
    const token = await brokerage.newToken(ADA);
    await brokerage.verify(token);
    expect(outcome(await brokerage.verify(token))).toEqual(used);
    lintel.clock.advance(16 * MINUTE);
    expect(outcome(await brokerage.verify(token))).toEqual(used);
  });

  it("is 404 for an unknown token of any length, and changes nothing", async () => {
    const token = await brokerage.newToken(ADA);
    const almost = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const wrong of [almost, `${token}A`, "x", "x".repeat(64), "x".repeat(400), "%20", "..%2f"])
      expect(outcome(await brokerage.verify(wrong))).toEqual(notFound);
    expect((await brokerage.verify(token)).status).toBe(200);
  });

  it("is 404 on another tenant's domain, and leaves the link unused", async () => {
    const other = await openFavorites(lintel, `verify-${++made}`);
    const token = await brokerage.newToken(ADA);
    expect(outcome(await other.verify(token))).toEqual(notFound);
    await brokerage.verify(token);
    expect(outcome(await other.verify(token))).toEqual(notFound);
  });

  it("is 400 on a domain without brokerage, and when the brokerage has been disabled", async () => {
    const token = await brokerage.newToken(ADA);
    const noBrokerage = [400, { detail: "Brokerage not found" }];
    const elsewhere = await lintel.call(`${FAVORITES}/verify/${token}`, { host: "unknown.test" });
    expect(outcome(elsewhere)).toEqual(noBrokerage);
    await brokerage.disable();
    expect(outcome(await brokerage.verify(token))).toEqual(noBrokerage);
    expect(await clients()).toEqual([]);
  });

  it("is not used by HEAD, which reveals nothing", async () => {
    const token = await brokerage.newToken(ADA);
    for (const each of [token, "unknown"]) {
      const head = await lintel.call(`${FAVORITES}/verify/${each}`, { method: "HEAD", host: brokerage.host });
      expect([head.status, head.text]).toEqual([200, ""]);
    }
    expect((await brokerage.verify(token)).status).toBe(200);
  });

  it("lets one of 100 concurrent requests succeed", async () => {
    const token = await brokerage.newToken(ADA);
    const replies = await Promise.all(Array.from({ length: 100 }, () => brokerage.verify(token)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const reply of replies.filter((each) => each !== won[0])) expect(outcome(reply)).toEqual(used);
    expect(await clients()).toEqual([{ id: won[0]?.body.client_id, email: ADA }]);
  });

  it("creates one client from two links that are used concurrently", async () => {
    const tokens = [
      await brokerage.newToken(ADA),
      await brokerage.newToken("ADA@visitors.test"),
      await brokerage.newToken(ADA),
    ];
    const replies = await Promise.all(tokens.map((token) => brokerage.verify(token)));
    expect(new Set(replies.map(({ body }) => body.client_id)).size).toBe(1);
    expect(await clients()).toHaveLength(1);
  });

  it("issues a token that grants access to nothing else", async () => {
    const { body } = await brokerage.verify(await brokerage.newToken(ADA));
    for (const path of ["/api/admin/me", "/api/v1/admin/leads", "/api/auth/verify"]) {
      const reply = await lintel.call(path, { headers: { authorization: `Bearer ${body.auth_token}` } });
      expect(outcome(reply)).toEqual([401, { detail: "Invalid token" }]);
    }
  });
});
