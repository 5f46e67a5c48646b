import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("createClientSession, over the limits of codes", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let other: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "true" });
    brokerage = await openFavorites(lintel, "north");
    other = await openFavorites(lintel, "south");
  });
  afterAll(() => lintel.close());

  const signIn = async (address: number, body: object, { host } = brokerage) => {
    const headers = { "x-forwarded-for": `198.51.100.${address}` };
    const reply = await lintel.call("/api/v1/client-session", { method: "POST", host, headers, body });
    return reply.status;
  };

  it("is 429 for one network address after 30 codes in 15 minutes, for any requests", async () => {
    const guess = () => ({ code: "CDFG-HJKM", request_id: randomUUID() });
    for (let nth = 0; nth < 30; nth++) expect(await signIn(1, guess())).toBe(400);
    expect(await signIn(1, guess())).toBe(429);
    expect(await signIn(2, guess())).toBe(400);
    // A token cannot be guessed.
    expect(await signIn(1, { token: await brokerage.newToken("ada@visitors.test") })).toBe(201);
  });

  it("is 429 for one email after 15 codes in an hour, from any addresses, whether it is known or not", async () => {
    await brokerage.requestLink("bob@visitors.test");
    for (const email of ["bob@visitors.test", "stranger@visitors.test"]) {
      const guess = { code: "CDFG-HJKM", email };
      for (let nth = 0; nth < 15; nth++) expect(await signIn(100 + nth, guess)).toBe(400);
      expect(await signIn(150, { ...guess, email: email.toUpperCase() })).toBe(429);
      expect(await signIn(150, guess, other)).toBe(400);
    }
    const request_id = randomUUID();
    await lintel.call("/api/v1/favorites/magic-link", {
      method: "POST",
      host: brokerage.host,
      body: { email: "bob@visitors.test", request_id },
    });
    const code = await brokerage.linkCode("bob@visitors.test");
    expect(await signIn(151, { code, email: "bob@visitors.test" })).toBe(429);
    expect(await signIn(151, { code, request_id })).toBe(201);
  });
});
