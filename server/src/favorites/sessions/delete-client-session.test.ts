import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { CLIENT_SESSION, cookieFor } from "../../../test/harness/client-cookie.ts";
import {
  FAVORITES,
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("deleteClientSession", () => {
  let lintel: TestApp;
  let north: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
    north = await openFavorites(lintel, "north");
  });
  afterAll(() => lintel.close());

  const signOut = (headers: Record<string, string> = {}) =>
    lintel.call(CLIENT_SESSION, { method: "DELETE", host: north.host, headers });
  const list = (cookie: string) => lintel.call(FAVORITES, { host: north.host, headers: { cookie } });
  const done = [200, { success: true, message: "Signed out" }];

  it("signs this browser out and no other: its cookie is deleted, and worthless where it was copied", async () => {
    const [own, other] = [
      await cookieFor(lintel, north, "ada@visitors.test"),
      await cookieFor(lintel, north, "ada@visitors.test"),
    ];
    const reply = await signOut({ cookie: own });
    expect(outcome(reply)).toEqual(done);
    expect(reply.headers["set-cookie"]).toBe("lintel_client=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    expect(outcome(await list(own))).toEqual(INVALID_TOKEN_REPLY);
    expect((await list(other)).status).toBe(200);
  });

  it("deletes the cookie of https by its name", async () => {
    const reply = await signOut({ "x-forwarded-proto": "https" });
    expect(reply.headers["set-cookie"]).toBe(
      "__Host-lintel_client=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
  });

  it("succeeds again, and without a cookie", async () => {
    const cookie = await cookieFor(lintel, north, "ada@visitors.test");
    const repeats: Record<string, string>[] = [
      { cookie },
      { cookie },
      { cookie: "lintel_client=nonsense" },
      {},
    ];
    for (const headers of repeats) expect(outcome(await signOut(headers))).toEqual(done);
  });
});
