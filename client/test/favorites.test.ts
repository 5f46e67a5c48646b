import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createFavorites, type Favorites, type FavoritesOptions } from "../src/favorites.ts";
import { LintelError } from "../src/request.ts";
import { browserMemory, Website } from "./website.ts";

const DAY_MS = 86_400_000;

describe("favorites", () => {
  let website: Website;
  let people = 0;
  beforeAll(async () => {
    website = await Website.open();
  });
  afterEach(() => website.quiet());
  afterAll(() => website.close());

  const browser = (options: FavoritesOptions = {}): Favorites =>
    createFavorites({ baseUrl: website.proxy.url, storage: browserMemory(), ...options });
  const newEmail = () => `visitor-${++people}@visitors.test`;
  const signIn = async (favorites: Favorites, email: string) =>
    favorites.verify(await website.brokerage.newToken(email));
  const onServer = async (email: string) =>
    (await website.brokerage.list(await website.brokerage.signIn(email))).body.favorites.toSorted();

  it("are kept in the browser of an anonymous visitor, newest first, without requests to the server", () => {
    const storage = browserMemory();
    const favorites = browser({ storage });
    for (const id of ["A-1", "A-2", "A-3"]) favorites.add(id);
    expect(favorites.toggle("A-2")).toBe(false);
    expect(favorites.toggle("A-1")).toBe(false);
    expect(favorites.toggle("A-4")).toBe(true);
    expect(browser({ storage }).list()).toEqual(["A-4", "A-3"]);
    expect([favorites.has("A-3"), favorites.has("A-2"), favorites.email()]).toEqual([true, false, null]);
    expect(website.proxy.requests).toEqual([]);
  });

  it("are told to the tracker, each change once", async () => {
    const tracker = website.tracker();
    const favorites = browser({ tracker });
    favorites.add("A-1");
    favorites.add("A-1");
    favorites.remove("A-1");
    favorites.remove("A-1");
    await tracker.flush();
    const events = await website.lintel.database.db
      .selectFrom("visitor_events")
      .select(["type", "data"])
      .where("session_id", "=", await tracker.sessionId())
      .orderBy("occurred_at")
      .execute();
    expect(events).toEqual([
      { type: "favorite_added", data: { listing_id: "A-1" } },
      { type: "favorite_removed", data: { listing_id: "A-1" } },
    ]);
  });

  it("are merged when a visitor signs in by their link, and the session becomes theirs", async () => {
    const email = newEmail();
    await website.brokerage.sync(await website.brokerage.signIn(email), ["B-1", "B-2"]);
    const tracker = website.tracker();
    const favorites = browser({ tracker });
    favorites.add("A-1");
    favorites.add("B-2");
    await favorites.requestLink(email);
    await favorites.verify(new URL(await website.brokerage.linkUrl(email)).hash.slice("#token=".length));
    expect(favorites.email()).toBe(email);
    expect(favorites.list().toSorted()).toEqual(["A-1", "B-1", "B-2"]);
    expect(await onServer(email)).toEqual(["A-1", "B-1", "B-2"]);
    const session = await website.lintel.database.db
      .selectFrom("visitor_sessions")
      .select("client_id")
      .where("id", "=", await tracker.sessionId())
      .executeTakeFirstOrThrow();
    expect(session.client_id).not.toBeNull();
  });

  it("are synced with every change of a signed-in visitor", async () => {
    const email = newEmail();
    const favorites = browser();
    await signIn(favorites, email);
    favorites.add("A-1");
    favorites.add("A-2");
    favorites.remove("A-1");
    await favorites.sync();
    expect(await onServer(email)).toEqual(["A-2"]);
  });

  it("that are removed while the network is away stay removed when it is back", async () => {
    const email = newEmail();
    const favorites = browser();
    await signIn(favorites, email);
    favorites.add("A-1");
    favorites.add("A-2");
    await favorites.sync();
    website.injectFor("DELETE /api/v1/favorites/A-1", { kind: "broken" }, { kind: "reply lost" });
    favorites.remove("A-1");
    await favorites.sync().catch(() => {});
    await favorites.sync().catch(() => {});
    await favorites.sync();
    expect(favorites.list()).toEqual(["A-2"]);
    expect(await onServer(email)).toEqual(["A-2"]);
  });

  it("that were removed on another device go here too, and are not brought back", async () => {
    const email = newEmail();
    const [here, there] = [browser(), browser()];
    await signIn(here, email);
    here.add("A-1");
    here.add("A-2");
    await here.sync();
    await signIn(there, email);
    there.remove("A-1");
    await there.sync();
    here.add("A-3");
    await here.sync();
    expect(here.list().toSorted()).toEqual(["A-2", "A-3"]);
    expect(await onServer(email)).toEqual(["A-2", "A-3"]);
  });

  it("of more than one request's worth go in several", async () => {
    const email = newEmail();
    const favorites = browser();
    for (let n = 0; n < 1100; n++) favorites.add(`C-${n}`);
    await signIn(favorites, email);
    expect(favorites.list()).toHaveLength(1100);
    expect(await onServer(email)).toHaveLength(1100);
  });

  it("stay in the browser when the token has expired; the visitor is signed out", async () => {
    const favorites = browser();
    await signIn(favorites, newEmail());
    favorites.add("A-1");
    await favorites.sync();
    website.lintel.clock.advance(91 * DAY_MS);
    await expect(favorites.sync()).rejects.toMatchObject({ status: 401 });
    expect([favorites.email(), favorites.list()]).toEqual([null, ["A-1"]]);
    const another = newEmail();
    await signIn(favorites, another);
    expect(await onServer(another)).toEqual(["A-1"]);
  });

  it("of a visitor who signs out leave the browser, and do not mix with those of the next one", async () => {
    const [first, second] = [newEmail(), newEmail()];
    const favorites = browser();
    await signIn(favorites, first);
    favorites.add("A-1");
    await favorites.sync();
    favorites.signOut();
    expect([favorites.email(), favorites.list()]).toEqual([null, []]);
    favorites.add("A-2");
    await signIn(favorites, second);
    expect(await onServer(second)).toEqual(["A-2"]);
    expect(await onServer(first)).toEqual(["A-1"]);
  });

  it("never hold an id that no listing has: one would keep all the others from the server", async () => {
    const email = newEmail();
    const favorites = browser();
    await signIn(favorites, email);
    const longest = "L".repeat(50);
    for (const id of ["", `${longest}L`, longest]) favorites.add(id);
    expect(favorites.toggle("")).toBe(false);
    expect(favorites.list()).toEqual([longest]);
    await favorites.sync();
    expect(await onServer(email)).toEqual([longest]);
  });

  it("notify subscribers until they unsubscribe", () => {
    const favorites = browser();
    const notified = vi.fn();
    const end = favorites.subscribe(notified);
    favorites.add("A-1");
    end();
    favorites.add("A-2");
    expect(notified).toHaveBeenCalledTimes(1);
  });

  it("use a link once that is clicked twice, and both clicks hear the same", async () => {
    const email = newEmail();
    const favorites = browser();
    const token = await website.brokerage.newToken(email);
    await Promise.all([favorites.verify(token), favorites.verify(token)]);
    expect(favorites.email()).toBe(email);
    const clicks = await Promise.allSettled([favorites.verify(token), favorites.verify(token)]);
    expect(clicks).toMatchObject(Array(2).fill({ status: "rejected", reason: { status: 400 } }));
    const path = `GET /api/v1/favorites/verify/${token}`;
    expect(website.proxy.requests.filter((line) => line === path)).toHaveLength(2);
  });

  it("say in words, never in JSON, which fields are wrong", async () => {
    const error = await browser()
      .requestLink("not-an-address")
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(LintelError);
    expect([error.name, error.status]).toEqual(["LintelError", 422]);
    expect(error.message).toMatch(/email/);
    expect(error.message).not.toMatch(/[{}[\]]/);
    expect(String(error)).toBe(`LintelError: ${error.message}`);
  });

  it("say in the server's words why a link is no good", async () => {
    const favorites = browser();
    const token = await website.brokerage.newToken(newEmail());
    await favorites.verify(token);
    const again = browser().verify(token);
    await expect(again).rejects.toBeInstanceOf(LintelError);
    await expect(again).rejects.toMatchObject({
      status: 400,
      message: "This magic link has already been used. Request a new one.",
    });
    await expect(browser().verify()).rejects.toMatchObject({ status: 0 });
  });
});
