import { generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Algorithm,
  type OidcProvider,
  type SignOptions,
  startOidcProvider,
  unsignedToken,
} from "../../../test/harness/oidc-provider.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { testSecrets } from "../../../test/harness/test-secrets.ts";

describe("a bearer token", () => {
  let lintel: TestApp;
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await startOidcProvider({ now: () => lintel.clock.now() });
    lintel = await startTestApp(provider.environment);
  });
  afterAll(async () => {
    await provider.stop();
    await lintel.close();
  });

  const ask = async (token: string, scheme = "Bearer") => {
    const headers = { authorization: `${scheme} ${token}` };
    const { status, body } = await lintel.call("/api/admin/admin-test", { headers });
    return status === 200 ? "accepted" : `${status} ${body.detail}`;
  };
  const seconds = () => Math.floor(lintel.clock.now().getTime() / 1000);
  const admin = { roles: ["admin"] };
  const signed = async (claims: object = {}, options: SignOptions = {}) =>
    ask(await provider.sign({ ...admin, ...claims }, options));

  it.each<Algorithm>(["RS256", "ES256", "EdDSA"])(
    "of the provider is accepted, signed with %s",
    async (alg) => {
      expect(await ask(await provider.token(admin, { alg }))).toBe("accepted");
    },
  );

  it("is accepted for any case of the scheme, and for any of several audiences", async () => {
    expect(await ask(await provider.token(admin), "bearer")).toBe("accepted");
    expect(await signed({ aud: ["https://other.test", provider.audience] })).toBe("accepted");
  });

  it("need not name its key, as long as one fits", async () => {
    expect(await signed({}, { header: { kid: undefined } })).toBe("accepted");
  });

  it("is expired a minute after its time, not before", async () => {
    const at = seconds();
    expect(await signed({ exp: at - 59 })).toBe("accepted");
    expect(await signed({ exp: at - 60 })).toBe("401 Token has expired");
    expect(await signed({ exp: at - 86_400 })).toBe("401 Token has expired");
  });

  it("is expired once its ten minutes and the skew are over, although it was accepted before", async () => {
    const token = await provider.token(admin);
    expect(await ask(token)).toBe("accepted");
    lintel.clock.advance(659_000);
    expect(await ask(token)).toBe("accepted");
    lintel.clock.advance(1000);
    expect(await ask(token)).toBe("401 Token has expired");
  });

  it("is not valid more than a minute before its time", async () => {
    const at = seconds();
    expect(await signed({ nbf: at + 60 })).toBe("accepted");
    expect(await signed({ nbf: at + 61 })).toBe("401 Invalid token");
  });

  it.each([
    ["another issuer", { iss: "https://elsewhere.test" }],
    ["an issuer with more to it", { iss: "http://127.0.0.1:1/" }],
    ["no issuer", { iss: undefined }],
    ["another audience", { aud: "https://other.test" }],
    ["no audience", { aud: undefined }],
    ["no expiry", { exp: undefined }],
    ["an expiry in words", { exp: "tomorrow" as never }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a subject too long to be one", { sub: "x".repeat(256) }],
    ["a subject with a NUL character", { sub: "some\0body" }],
    ["the mark of a favorites token", { type: "favorites_auth" }],
  ])("with %s is refused", async (_name, claims) => {
    expect(await signed(claims)).toBe("401 Invalid token");
  });

  it("without a signature is refused", async () => {
    const claims = { ...admin, iss: provider.issuer, aud: provider.audience, sub: "x", exp: seconds() + 60 };
    expect(await ask(unsignedToken(claims))).toBe("401 Invalid token");
    const [header, payload] = (await provider.token(admin)).split(".");
    expect(await ask(`${header}.${payload}.`)).toBe("401 Invalid token");
  });

  it("signed with the public key as if it were a secret is refused", async () => {
    const key = new TextEncoder().encode(provider.publicKeyPem());
    expect(await signed({}, { alg: "HS256", key })).toBe("401 Invalid token");
    expect(await signed({}, { alg: "HS256", key, header: { kid: undefined } })).toBe("401 Invalid token");
  });

  it("signed with a good key but an algorithm of no use here is refused", async () => {
    for (const alg of ["RS384", "ES384", "PS256"]) {
      const { privateKey } = await generateKeyPair(alg);
      expect(await signed({}, { alg, key: privateKey })).toBe("401 Invalid token");
    }
  });

  it("signed by another party under the provider's key id is refused", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    expect(await signed({}, { key: privateKey })).toBe("401 Invalid token");
    expect(await signed({}, { key: privateKey, header: { kid: undefined } })).toBe("401 Invalid token");
  });

  it("that brings its own key is refused", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await crypto.subtle.exportKey("jwk", publicKey);
    expect(await signed({}, { alg: "ES256", key: privateKey, header: { jwk } })).toBe("401 Invalid token");
  });

  it("changed on its way is refused", async () => {
    const [header, , signature] = (await provider.token({ roles: ["agent"] })).split(".");
    const [, payload] = (await provider.token(admin)).split(".");
    expect(await ask(`${header}.${payload}.${signature}`)).toBe("401 Invalid token");
  });

  it("for visitors' favorites is refused", async () => {
    const key = new TextEncoder().encode(testSecrets.favoritesSecret);
    const claims = { type: "favorites_auth", email: "ann@visitors.test" };
    expect(await signed(claims, { alg: "HS256", key })).toBe("401 Invalid token");
  });

  it.each([
    ["a word", "rubbish"],
    ["dots", "a.b.c"],
    ["five parts", "a.b.c.d.e"],
    ["two words", "one two"],
    ["a JSON array", `${btoa('{"alg":"RS256"}')}.${btoa("[]")}.x`],
    ["a number of parts", ".".repeat(1000)],
    ["more than a token holds", `${"x".repeat(20_000)}.y.z`],
  ])("that is %s is refused", async (_name, token) => {
    expect(await ask(token)).toBe("401 Invalid token");
  });

  it("is of no use without a provider in the configuration", async () => {
    const alone = await startTestApp();
    const headers = { authorization: `Bearer ${await provider.token(admin)}` };
    const { status, body } = await alone.call("/api/auth/verify", { headers });
    expect([status, body.detail]).toEqual([401, "Invalid token"]);
    await alone.close();
  });
});
