import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FavoritesFixture, openFavorites } from "../../test/harness/favorites-fixture.ts";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { home, subscribe } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listLeadFavorites", () => {
  let lintel: TestApp;
  let north: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openFavorites(lintel, "north");
  });
  afterAll(() => lintel.close());

  const favoritesOf = (lead: number, key: string) => lintel.call(`${LEADS}/${lead}/favorites`, { key });

  it("lists those of the client with the lead's email, with the address of listings that the brokerage shows", async () => {
    await lintel.importListings("north", [home({ ListingId: "N-1", UnparsedAddress: "101 Oakmont St" })]);
    await subscribe(lintel, north.id, ["north"]);
    const lead = await north.makeLead({ email: "ada@visitors.test", assigned_agent_id: north.ann.id });
    expect((await favoritesOf(lead, north.ann.key)).body).toEqual({ total: 0, items: [] });
    await north.sync(await north.signIn("ada@visitors.test"), ["N-1", "gone"]);
    expect((await favoritesOf(lead, north.ann.key)).body).toEqual({
      total: 2,
      items: [
        { listing_id: "N-1", address: "101 Oakmont St", city: "Boise", list_price: 400_000 },
        { listing_id: "gone", address: null, city: null, list_price: null },
      ],
    });
    expect((await favoritesOf(lead, north.bob.key)).status).toBe(404);
  });
});
