import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { CLIENT_SESSION, cookieFor } from "../../../test/harness/client-cookie.ts";
import {
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getClientSession", () => {
  let lintel: TestApp;
  let north: FavoritesFixture;
  let south: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openFavorites(lintel, "north");
    south = await openFavorites(lintel, "south");
  });
  afterAll(() => lintel.close());

  const get = (headers: Record<string, string>, { host } = north) =>
    lintel.call(CLIENT_SESSION, { host, headers });

  it("answers the client of a cookie or a token, of this brokerage alone, and is not cached", async () => {
    const cookie = await cookieFor(lintel, north, "Ada@visitors.test");
    const token = await north.signIn("ada@visitors.test");
    const client = [200, { client_id: expect.any(Number), email: "ada@visitors.test" }];
    const credentials: Record<string, string>[] = [{ cookie }, { authorization: `Bearer ${token}` }];
    for (const headers of credentials) {
      const reply = await get(headers);
      expect([outcome(reply), reply.headers["cache-control"]]).toEqual([client, "no-store"]);
      expect(outcome(await get(headers, south))).toEqual(INVALID_TOKEN_REPLY);
    }
  });

  it("is 401 for a visitor", async () => {
    const reply = await get({});
    expect([outcome(reply), reply.headers["cache-control"]]).toEqual([INVALID_TOKEN_REPLY, "no-store"]);
  });
});
