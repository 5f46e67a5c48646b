import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import {
  FAVORITES,
  type FavoritesDesk,
  NO_TOKEN,
  openFavoritesDesk,
} from "../../test/harness/favorites-desk.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const removed = [200, { success: true, message: "Favorite removed" }];

describe("deleteFavorite", () => {
  let lintel: TestApp;
  let desk: FavoritesDesk;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    desk = await openFavoritesDesk(lintel, `delete-${++made}`);
    token = await desk.signIn(ADA);
    await desk.sync(token, ["A", "B", "a/b c"]);
  });

  const favorites = async (of = token) => (await desk.list(of)).body.favorites;

  it("removes that one", async () => {
    expect(outcome(await desk.remove(token, "A"))).toEqual(removed);
    expect(await favorites()).toEqual(["B", "a/b c"]);
    expect(outcome(await desk.remove(token, "a/b c"))).toEqual(removed);
    expect(await favorites()).toEqual(["B"]);
  });

  it("is as good a second time, and for what never was there", async () => {
    for (const id of ["A", "A", "never"]) expect(outcome(await desk.remove(token, id))).toEqual(removed);
    expect(await favorites()).toEqual(["B", "a/b c"]);
  });

  it("removes nothing of somebody else, nor of another tenant's client with that email", async () => {
    const other = await openFavoritesDesk(lintel, `delete-${++made}`);
    const [bobs, theirs] = [await desk.signIn("bob@visitors.test"), await other.signIn(ADA)];
    await desk.sync(bobs, ["A"]);
    await other.sync(theirs, ["A"]);
    await desk.remove(token, "A");
    expect(await favorites(bobs)).toEqual(["A"]);
    expect((await other.list(theirs)).body).toEqual({ favorites: ["A"] });
  });

  it("refuses an id of more than 50 characters", async () => {
    expect(validationErrors(await desk.remove(token, "x".repeat(51)))).toEqual([
      422,
      [["path.listing_id", "listing_id must be at most 50 characters"]],
    ]);
    expect(outcome(await desk.remove(token, "ä".repeat(50)))).toEqual(removed);
  });

  it("is 401 without a good token, whatever the id, and removes nothing", async () => {
    const other = await openFavoritesDesk(lintel, `delete-${++made}`);
    const theirs = await other.signIn(ADA);
    for (const wrong of ["nonsense", theirs])
      expect(outcome(await desk.remove(wrong, "x".repeat(51)))).toEqual(NO_TOKEN);
    const bare = { method: "DELETE", host: desk.host } as const;
    expect(outcome(await lintel.call(`${FAVORITES}/A`, bare))).toEqual(NO_TOKEN);
    expect(await favorites()).toEqual(["A", "B", "a/b c"]);
  });
});
