import { generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { FakeClock } from "../../test/harness/fake-clock.ts";
import {
  FAVORITES,
  type FavoritesFixture,
  favoritesToken,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../test/harness/favorites-fixture.ts";
import { type OidcProvider, startOidcProvider, unsignedToken } from "../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { testSecrets } from "../../test/harness/test-secrets.ts";
import { signLink } from "../platform/crypto/signed-links.ts";
import { inTransaction } from "../platform/database/database.ts";
import { erasePerson } from "../privacy/erase-person.ts";

const ADA = "ada@visitors.test";
const DAY = 86_400_000;

describe("listFavorites", () => {
  let provider: OidcProvider;
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let other: FavoritesFixture;
  let token: string;
  let mine: { client_id: number; brokerage_id: number };
  beforeAll(async () => {
    provider = await startOidcProvider(new FakeClock("2026-06-15T12:00:00Z"));
    lintel = await startTestApp(provider.environment);
    brokerage = await openFavorites(lintel, "north");
    other = await openFavorites(lintel, "south");
    const { body } = await brokerage.verify(await brokerage.newToken(ADA));
    token = body.auth_token;
    mine = { client_id: body.client_id, brokerage_id: brokerage.id };
  });
  afterAll(async () => {
    await lintel.close();
    await provider.stop();
  });

  const seconds = (days: number) => Math.floor((lintel.clock.now().getTime() + days * DAY) / 1000);
  const refused = async (wrong: string | null, host = brokerage.host) => {
    const sent = wrong === null ? { host } : { host, headers: { authorization: wrong } };
    const reply = await lintel.call(FAVORITES, sent);
    expect([wrong, outcome(reply)]).toEqual([wrong, INVALID_TOKEN_REPLY]);
    expect(reply.headers["www-authenticate"]).toBe("Bearer");
  };

  it("lists the client's own favorites, latest first", async () => {
    expect(outcome(await brokerage.list(token))).toEqual([200, { favorites: [] }]);
    await brokerage.sync(token, ["B", "A"]);
    lintel.clock.advance(1000);
    await brokerage.sync(token, ["C", "A"]);
    const otherPerson = await brokerage.signIn("bob@visitors.test");
    await brokerage.sync(otherPerson, ["D"]);
    const reply = await brokerage.list(token);
    expect(outcome(reply)).toEqual([200, { favorites: ["C", "A", "B"] }]);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  it("is shared by the client's devices, and separate from another tenant's client with the same email", async () => {
    const elsewhere = await brokerage.signIn("ADA@visitors.test");
    expect((await brokerage.list(elsewhere)).body).toEqual((await brokerage.list(token)).body);
    expect((await other.list(await other.signIn(ADA))).body).toEqual({ favorites: [] });
  });

  it("accepts a correctly signed token", async () => {
    expect((await brokerage.list(await favoritesToken(lintel, mine))).status).toBe(200);
  });

  it("is 401 without a token, and for a malformed one", async () => {
    const [head, payload, signature] = token.split(".");
    for (const wrong of [
      null,
      "",
      "Bearer",
      "Bearer ",
      `Basic ${token}`,
      token,
      "Bearer nonsense",
      `Bearer ${token}x`,
      `Bearer ${head}.${payload}.`,
      `Bearer ${head}.${signature}`,
      `Bearer ${token} ${token}`,
    ])
      await refused(wrong);
  });

  it("is 401 for another type, another brokerage's, and claims that are missing or odd", async () => {
    for (const claims of [
      { type: "access" },
      { type: undefined },
      { brokerage_id: other.id },
      { client_id: undefined },
      { client_id: String(mine.client_id) },
      { client_id: 0 },
      { client_id: 2 ** 40 },
      { client_id: 1.5 },
      { client_id: 999_999 },
      { email: undefined },
      { exp: undefined },
      { iat: undefined },
      { nbf: seconds(1) },
    ])
      await refused(`Bearer ${await favoritesToken(lintel, { ...mine, ...claims })}`);
  });

  it("is 401 on another tenant's domain", async () => {
    await refused(`Bearer ${token}`, other.host);
    // Nor does a client of the one become the client with that number of the other.
    await refused(`Bearer ${await favoritesToken(lintel, { ...mine, brokerage_id: other.id })}`, other.host);
  });

  it("is 401 for every other signature: none, RS256, HS384, another secret, an unsubscribe link's", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const forged = [
      unsignedToken({ ...mine, type: "favorites_auth", email: ADA, iat: seconds(0), exp: seconds(1) }),
      await favoritesToken(lintel, mine, { alg: "RS256", key: privateKey }),
      await favoritesToken(lintel, mine, { alg: "HS384" }),
      await favoritesToken(lintel, mine, { key: new TextEncoder().encode("another secret".repeat(3)) }),
      await signLink(testSecrets.favoritesSecret, { type: "favorites_auth", id: mine.client_id }),
    ];
    for (const each of forged) await refused(`Bearer ${each}`);
  });

  it("is 401 for the provider's access tokens and for API keys of every role", async () => {
    const claims = {
      roles: ["admin"],
      brokerage_id: brokerage.id,
      client_id: mine.client_id,
      type: "favorites_auth",
    };
    await refused(`Bearer ${await provider.token(claims)}`);
    const key = await lintel.createKey("admin");
    expect(outcome(await lintel.call(FAVORITES, { host: brokerage.host, key }))).toEqual(INVALID_TOKEN_REPLY);
  });

  it("accepts a token for 90 days by the server's clock", async () => {
    const fresh = await brokerage.signIn("cem@visitors.test");
    lintel.clock.advance(90 * DAY - 1);
    expect((await brokerage.list(fresh)).status).toBe(200);
    lintel.clock.advance(1);
    await refused(`Bearer ${fresh}`);
  });

  it("is 401 once the client's data have been erased", async () => {
    const gone = await brokerage.signIn("dora@visitors.test");
    const person = { brokerageId: brokerage.id, email: "dora@visitors.test" };
    await inTransaction(lintel.ctx, (ctx) => erasePerson(ctx, person));
    await refused(`Bearer ${gone}`);
    // A client who signs in again is a new one.
    const again = await brokerage.signIn(person.email);
    expect((await brokerage.list(again)).status).toBe(200);
    await refused(`Bearer ${gone}`);
  });

  it("is 400 on a domain without brokerage, and once the brokerage is disabled", async () => {
    const noBrokerage = [400, { detail: "Brokerage not found" }];
    const headers = { authorization: `Bearer ${token}` };
    expect(outcome(await lintel.call(FAVORITES, { host: "unknown.test", headers }))).toEqual(noBrokerage);
    const foreign = await other.signIn(ADA);
    await other.disable();
    expect(outcome(await other.list(foreign))).toEqual(noBrokerage);
  });
});
