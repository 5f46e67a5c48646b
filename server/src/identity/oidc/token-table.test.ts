import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OidcProvider, startOidcProvider } from "../../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { testSecrets } from "../../../test/harness/test-secrets.ts";
import {
  ACCEPTED,
  AUDIENCE,
  claims,
  headers,
  INVALID,
  providers,
  roles,
} from "../../../test/harness/token-rows.ts";
import { issueToken } from "../../client-tokens/index.ts";

describe("the table of tokens, closed by default", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  let brokerageId: number;
  beforeAll(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp(provider.environment);
    brokerageId = (await lintel.createTenant("north")).id;
    expect(provider.audience).toBe(AUDIENCE);
  });
  afterAll(async () => {
    await provider.stop();
    await lintel.close();
  });

  const ask = async (token: string, path = "/api/admin/admin-test") => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await lintel.call(path, { headers });
    return status === 200 ? ACCEPTED : `${status} ${body.detail}`;
  };
  const asIssued = (given: object) =>
    "iss" in given && Array.isArray(given.iss) ? { ...given, iss: [provider.issuer] } : given;

  it.each(providers)("%s", async (_kind, header, given, answer) => {
    expect(await ask(await provider.sign({ roles: ["admin"], ...given }, { header }))).toBe(answer);
  });

  it.each(headers)("a header %s", async (_kind, header, given, answer) => {
    expect(await ask(await provider.sign({ roles: ["admin"], ...given }, { header } as never))).toBe(answer);
  });

  it.each(claims)("%s", async (_kind, header, given, answer) => {
    const token = await provider.sign({ roles: ["admin"], ...asIssued(given) } as never, { header });
    expect(await ask(token)).toBe(answer);
  });

  it.each(roles)("the roles %j: %s", async (claim, answer) => {
    expect(await ask(await provider.sign({ roles: claim } as never))).toBe(answer);
  });

  it.each([
    [["1"], null],
    [{ id: 1 }, null],
    [true, null],
    [1.5, null],
    ["1e0", null],
    [-1, null],
    ["", null],
  ])("the brokerage %j binds to none", async (brokerage_id, bound) => {
    const token = await provider.sign({ sub: "lost", roles: ["broker"], brokerage_id } as never);
    const { body } = await lintel.call("/api/auth/verify", { headers: { authorization: `Bearer ${token}` } });
    expect(body.user.brokerage_id).toBe(bound);
    expect(await ask(token, `/api/admin/brokerages/${brokerageId}`)).toMatch(/^40[34] /);
  });

  it("every algorithm but three, with every signing key, and critical headers", async () => {
    const others = ["HS256", "HS384", "HS512", "RS384", "RS512", "PS256", "PS384", "PS512", "ES384", "ES512"];
    for (const alg of others) {
      const key = alg.startsWith("HS")
        ? new TextEncoder().encode(provider.publicKeyPem())
        : (await generateKeyPair(alg)).privateKey;
      expect([alg, await ask(await provider.sign({ roles: ["admin"] }, { alg, key }))]).toEqual([
        alg,
        INVALID,
      ]);
    }
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const own = { alg: "ES256", key: privateKey };
    const jwk = await exportJWK(publicKey);
    expect(await ask(await provider.sign({ roles: ["admin"] }, { ...own, header: { jwk } }))).toBe(INVALID);
    const [, payload, signature] = (await provider.sign({ roles: ["admin"] })).split(".");
    const critical = Buffer.from(JSON.stringify({ alg: "RS256", typ: "at+jwt", crit: ["exp"], exp: 1 }));
    expect(await ask(`${critical.toString("base64url")}.${payload}.${signature}`)).toBe(INVALID);
  });

  it("favorites tokens open no back office, and access tokens no favorites", async () => {
    const client = { clientId: 1, brokerageId, email: "ann@visitors.test" };
    expect(await ask(await issueToken(lintel.ctx, client))).toBe(INVALID);
    const claims = { type: "favorites_auth", client_id: 1, brokerage_id: brokerageId, email: client.email };
    const key = new TextEncoder().encode(testSecrets.favoritesSecret);
    const access = [
      await provider.token({ roles: ["admin"] }),
      await provider.sign({ ...claims, roles: ["admin"] }),
      await provider.sign({ ...claims, type: "access" }, { alg: "HS256", key }),
      await provider.sign({ ...claims, type: undefined }, { alg: "HS256", key }),
    ];
    for (const token of access) {
      const reply = await lintel.call("/api/v1/favorites", {
        host: "north.test",
        headers: { authorization: `Bearer ${token}` },
      });
      expect([reply.status, reply.body.detail]).toEqual([
        401,
        "Invalid or expired auth token. Request a new magic link.",
      ]);
    }
  });
});
