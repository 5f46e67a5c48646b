import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../../test/harness/favorites-fixture.ts";
import { home, offerVowTerms, subscribe } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("acceptVowTerms", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let bearer: { authorization: string };
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openFavorites(lintel, "vow");
    for (const source of ["own", "other", "foreign"])
      await lintel.importListings(source, [home({ ListingId: source, PublicRemarks: `Of ${source}.` })]);
    await subscribe(lintel, brokerage.id, ["own", "other"]);
    bearer = { authorization: `Bearer ${await brokerage.signIn("ada@visitors.test")}` };
    await lintel.services.listings.index.catchUp();
  });
  afterAll(() => lintel.close());

  const accept = (version: string, { source = "own", headers = bearer as Record<string, string> } = {}) =>
    lintel.call(`/api/v1/sources/${source}/vow-terms`, {
      method: "POST",
      host: brokerage.host,
      headers,
      body: { version },
    });
  /** The description of the detail, and the prices of the list. */
  const see = async (headers: Record<string, string> = {}) => {
    const { host } = brokerage;
    const { body } = await lintel.call("/api/properties/own", { host, headers });
    const { items } = (await lintel.call("/api/properties?sort_by=list_price", { host, headers })).body;
    return [body.description, ...items.map(({ list_price }: { list_price: number | null }) => list_price)];
  };
  const offer = (version: string) =>
    offerVowTerms(lintel, "own", { version, fields: ["description", "list_price"] });
  const HIDDEN = [null, 400_000, null];

  it("shows the fields of the source to the client from then on, and to no other caller", async () => {
    await offer("1");
    await lintel.services.listings.index.catchUp();
    expect(await see(bearer)).toEqual(HIDDEN);
    const { status, body } = await accept("1");
    expect([status, body]).toEqual([
      200,
      { source: "own", version: "1", accepted_at: lintel.clock.now().toISOString() },
    ]);
    expect((await accept("1")).status).toBe(200);
    expect(await see(bearer)).toEqual(["Of own.", 400_000, 400_000]);
    expect(await see()).toEqual(HIDDEN);
    const eve = { authorization: `Bearer ${await brokerage.signIn("eve@visitors.test")}` };
    expect(await see(eve)).toEqual(HIDDEN);
    expect(await see({ authorization: "Bearer unknown" })).toEqual(HIDDEN);
  });

  it("has to be repeated for a new version of the terms", async () => {
    await offer("1");
    await accept("1");
    await offer("2");
    expect(await see(bearer)).toEqual(HIDDEN);
    expect((await accept("1")).status).toBe(409);
    expect((await accept("2")).status).toBe(200);
    expect(await see(bearer)).toEqual(["Of own.", 400_000, 400_000]);
  });

  it("refuses callers without a client's token, unknown sources, those of others, and those without terms", async () => {
    await offer("3");
    const anonymous = await accept("3", { headers: {} });
    expect([anonymous.status, anonymous.body]).toEqual(INVALID_TOKEN_REPLY);
    const notFound = [404, { detail: "Source not found" }];
    for (const source of ["unknown", "foreign"]) {
      const { status, body } = await accept("3", { source });
      expect([status, body]).toEqual(notFound);
    }
    const without = await accept("3", { source: "other" });
    expect([without.status, without.body]).toEqual([404, { detail: "The source has no VOW terms" }]);
  });
});
