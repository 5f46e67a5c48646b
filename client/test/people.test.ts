import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createFavorites, type Favorites, type FavoritesOptions } from "../src/favorites.ts";
import { browserMemory, Website } from "./website.ts";

const DAY_MS = 86_400_000;

describe("a browser that several people use", () => {
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
  const clientOf = async (session: string) =>
    (
      await website.lintel.database.db
        .selectFrom("visitor_sessions")
        .innerJoin("clients", "clients.id", "visitor_sessions.client_id")
        .select("clients.email")
        .where("visitor_sessions.id", "=", session)
        .executeTakeFirst()
    )?.email;

  it("begins a new session after sign-out; the old one keeps all events of its visitor", async () => {
    const tracker = website.tracker();
    const favorites = browser({ tracker });
    const email = newEmail();
    await signIn(favorites, email);
    const old = (await tracker.sessionId()) as string;
    const ownEvents = [tracker.trackSearch("Boise"), tracker.trackView("A-1").id];
    await favorites.signOut();
    expect(tracker.pending()).toBe(0);
    const next = tracker.trackSearch("Eagle");
    await tracker.flush();
    const session = (await tracker.sessionId()) as string;
    expect([await website.stored(old), await website.stored(session)]).toEqual([ownEvents, [next]]);
    expect([await clientOf(old), await clientOf(session)]).toEqual([email, undefined]);
  });

  it("keeps the session when an anonymous visitor signs out, or the same person signs in again", async () => {
    const tracker = website.tracker();
    const favorites = browser({ tracker });
    const session = (await tracker.sessionId()) as string;
    await favorites.signOut();
    expect(await tracker.sessionId()).toBe(session);
    const email = newEmail();
    await signIn(favorites, email);
    await signIn(favorites, email);
    expect([await tracker.sessionId(), await clientOf(session)]).toEqual([session, email]);
  });

  it.each([
    ["is signed in", 0],
    ["was, until the token was too old", 91 * DAY_MS],
  ])("gives another person than the one who %s a session that is theirs", async (_, later) => {
    const tracker = website.tracker();
    const favorites = browser({ tracker });
    const [first, second] = [newEmail(), newEmail()];
    await signIn(favorites, first);
    const old = (await tracker.sessionId()) as string;
    const ownEvents = tracker.trackSearch("Boise");
    await tracker.flush();
    website.lintel.clock.advance(later);
    await favorites.sync().catch(() => {});
    await signIn(favorites, second);
    const session = (await tracker.sessionId()) as string;
    const next = tracker.trackSearch("Eagle");
    await tracker.flush();
    expect([await clientOf(old), await clientOf(session)]).toEqual([first, second]);
    expect([await website.stored(old), await website.stored(session)]).toEqual([[ownEvents], [next]]);
  });

  it("changes nothing on an invalid link", async () => {
    const tracker = website.tracker();
    const favorites = browser({ tracker });
    const email = newEmail();
    await signIn(favorites, email);
    const session = (await tracker.sessionId()) as string;
    await expect(favorites.verify("nonsense")).rejects.toMatchObject({ status: 404 });
    expect([favorites.email(), await tracker.sessionId()]).toEqual([email, session]);
  });

  it("discards replies for a visitor who has signed out meanwhile", async () => {
    const email = newEmail();
    await website.brokerage.sync(await website.brokerage.signIn(email), ["B-1"]);
    let answered = () => {};
    const favorites = browser({
      async fetch(url, request) {
        const response = await fetch(url, request);
        answered();
        return response;
      },
    });
    await signIn(favorites, email);
    answered = () => void favorites.signOut();
    await favorites.sync();
    expect([favorites.email(), favorites.list()]).toEqual([null, []]);
  });
});
