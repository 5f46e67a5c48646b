import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import {
  FAVORITES,
  type FavoritesFixture,
  INVALID_TOKEN_REPLY,
  openFavorites,
} from "../../test/harness/favorites-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const removed = [200, { success: true, message: "Favorite removed" }];

describe("deleteFavorite", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openFavorites(lintel, `delete-${++made}`);
    token = await brokerage.signIn(ADA);
    await brokerage.sync(token, ["A", "B", "a/b c"]);
  });

  const favorites = async (of = token) => (await brokerage.list(of)).body.favorites;

  it("removes the favorite", async () => {
    expect(outcome(await brokerage.remove(token, "A"))).toEqual(removed);
    expect(await favorites()).toEqual(["B", "a/b c"]);
    expect(outcome(await brokerage.remove(token, "a/b c"))).toEqual(removed);
    expect(await favorites()).toEqual(["B"]);
  });

  it("succeeds again on a repeat, and for a listing that is no favorite", async () => {
    for (const id of ["A", "A", "never"]) expect(outcome(await brokerage.remove(token, id))).toEqual(removed);
    expect(await favorites()).toEqual(["B", "a/b c"]);
  });

  it("removes nothing of another client, nor of another tenant's client with that email", async () => {
    const other = await openFavorites(lintel, `delete-${++made}`);
    const [bobs, foreign] = [await brokerage.signIn("bob@visitors.test"), await other.signIn(ADA)];
    await brokerage.sync(bobs, ["A"]);
    await other.sync(foreign, ["A"]);
    await brokerage.remove(token, "A");
    expect(await favorites(bobs)).toEqual(["A"]);
    expect((await other.list(foreign)).body).toEqual({ favorites: ["A"] });
  });

  it("refuses an id of more than 50 characters", async () => {
    expect(validationErrors(await brokerage.remove(token, "x".repeat(51)))).toEqual([
      422,
      [["path.listing_id", "listing_id must be at most 50 characters"]],
    ]);
    expect(outcome(await brokerage.remove(token, "ä".repeat(50)))).toEqual(removed);
  });

  it("is 401 without a valid token for any id, and removes nothing", async () => {
    const other = await openFavorites(lintel, `delete-${++made}`);
    const foreign = await other.signIn(ADA);
    for (const wrong of ["nonsense", foreign])
      expect(outcome(await brokerage.remove(wrong, "x".repeat(51)))).toEqual(INVALID_TOKEN_REPLY);
    const bare = { method: "DELETE", host: brokerage.host } as const;
    expect(outcome(await lintel.call(`${FAVORITES}/A`, bare))).toEqual(INVALID_TOKEN_REPLY);
    expect(await favorites()).toEqual(["A", "B", "a/b c"]);
  });
});
