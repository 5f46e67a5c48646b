import { moment } from "./ids.ts";
import { singleFlight, withTabLock } from "./locks.ts";
import { type CallOptions, createCall, LintelError } from "./request.ts";
import { newSession } from "./session.ts";
import { browserStorage, createShelf, type KeyValueStorage } from "./storage.ts";
import type { Tracker } from "./tracker.ts";

export type FavoritesOptions = CallOptions & {
  /** It learns what is added and removed; its session is linked to whoever signs in. */
  tracker?: Tracker;
  storage?: KeyValueStorage | null;
  /** What the keys in the storage begin with; `lintel:`. */
  prefix?: string;
};

/** The visitor's favorites: in this browser, and, once they have shown whose email is theirs, wherever they are. */
export type Favorites = {
  /** Listing ids, the latest first. */
  list(): string[];
  has(listingId: string): boolean;
  /** Ids that are empty or have more than 50 characters are none of a listing: nothing happens. */
  add(listingId: string): void;
  remove(listingId: string): void;
  /** Whether it is a favorite now. */
  toggle(listingId: string): boolean;
  /** The email of whoever is signed in. */
  email(): string | null;
  /** Sends a link to that address. @throws LintelError such as 429, too many links */
  requestLink(email: string): Promise<void>;
  /**
   * Uses the link's token, by default that of the page's address (`#token=…`), and merges the favorites. Call it on a
   * click: what opens the links of emails to look for harm would use them up. Calls at the same time use it once. Where
   * another person was signed in, they are signed out first. @throws LintelError 400 used or expired
   */
  verify(token?: string): Promise<void>;
  /** Brings this browser and the server to the same set; a change does so by itself. Does nothing for the anonymous. */
  sync(): Promise<void>;
  /**
   * Whatever the server keeps leaves this browser, at once. The tracker then begins a new visitor (`newVisitor`); when it
   * has, the promise is kept.
   */
  signOut(): Promise<void>;
  /** Called after every change, of other tabs too; the result ends it. */
  subscribe(listener: () => void): () => void;
};

/** Without a token they are not signed in any more, but the session is still theirs. */
type Account = { token?: string; email: string };
/** When it was added, and whether the server has it. */
type Mark = [added: number, kept: 0 | 1];

const ACCOUNT = "account";
/** The server takes no other, nor anything that comes together with another. */
const LISTING_ID = /^.{1,50}$/s;
/** The server takes no more. */
const MOST_AT_ONCE = 1000;

export function createFavorites(options: FavoritesOptions = {}): Favorites {
  const { tracker, storage = browserStorage(), prefix = "lintel:" } = options;
  const call = createCall(options);
  const own = createShelf<Account>(prefix, storage);
  const chosen = createShelf<Mark>(`${prefix}favorite:`, storage);
  /** Removed here, but not yet there. */
  const removed = createShelf<1>(`${prefix}unfavorite:`, storage);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const { has } = chosen;
  const owner = () => own.get(ACCOUNT);
  const account = () => (owner()?.token ? owner() : null);

  function add(id: string): void {
    if (!LISTING_ID.test(id) || has(id)) return;
    chosen.put(id, [moment(), 0]);
    removed.delete(id);
    tracker?.track({ type: "favorite_added", listing_id: id });
    tell();
    trySync();
  }

  function remove(id: string): void {
    if (!has(id)) return;
    chosen.delete(id);
    if (account()) removed.put(id, 1);
    tracker?.track({ type: "favorite_removed", listing_id: id });
    tell();
    trySync();
  }

  const sync = (): Promise<void> => withTabLock(`${prefix}favorites`, synchronise);

  /** What cannot be told now is told with the next change, on the next page, or when the network is back. */
  const trySync = () => sync().catch(() => {});

  async function synchronise(): Promise<void> {
    const signedIn = account();
    if (!signedIn) return;
    const { token } = signedIn;
    const isStill = () => owner()?.token === token;
    try {
      for (const id of removed.ids()) {
        await call(`/api/v1/favorites/${encodeURIComponent(id)}`, { method: "DELETE", token });
        removed.delete(id);
      }
      const fresh = chosen.entries().flatMap(([id, [, kept]]) => (kept ? [] : [id]));
      do {
        const body = JSON.stringify({ favorites: fresh.splice(0, MOST_AT_ONCE) });
        const merged = await call<{ favorites: string[] }>("/api/v1/favorites/sync", { token, body });
        if (fresh.length === 0 && isStill()) takeOver(merged.favorites);
      } while (fresh.length > 0);
    } catch (error) {
      if ((error as LintelError).status === 401 && isStill()) beAnonymous(signedIn);
      throw error;
    } finally {
      tell();
    }
  }

  /** The token is too old, or not good any more. What is here stays, and is merged when they sign in again. */
  function beAnonymous({ email }: Account): void {
    own.put(ACCOUNT, { email });
    for (const [id, [added]] of chosen.entries()) chosen.put(id, [added, 0]);
  }

  function dropKept(except?: Set<string>): void {
    for (const [id, [, kept]] of chosen.entries()) if (kept && !except?.has(id)) chosen.delete(id);
  }

  /** Whatever the server has, but what has been removed here meanwhile; what it has lost was removed elsewhere. */
  function takeOver(favorites: string[]): void {
    dropKept(new Set(favorites));
    const here = new Map(chosen.entries());
    // The latest comes first. Those of other devices keep their order, behind what was added here.
    favorites.forEach((id, at) => {
      if (!removed.get(id)) chosen.put(id, [here.get(id)?.[0] ?? -at, 1]);
    });
  }

  const verify = singleFlight(async (token: string | undefined): Promise<void> => {
    if (!token) throw new LintelError(0, "No token in the address");
    // Whose link it is turns out only then, and the session of whoever was signed in must not become another's.
    const before = owner();
    const session = await (tracker && (before ? newSession(call) : tracker.sessionId()).catch(() => null));
    const answer = await call<{ auth_token: string; email: string }>(
      `/api/v1/favorites/verify/${encodeURIComponent(token)}`,
      { session },
    );
    if (before?.email !== answer.email) await leave(session);
    own.put(ACCOUNT, { token: answer.auth_token, email: answer.email });
    // It works once, and is nobody else's business.
    if (tokenOfPage() === token) history.replaceState(history.state, "", location.pathname + location.search);
    // They are signed in, whatever becomes of this.
    await trySync();
  });

  async function leave(sessionOfNext?: string | null): Promise<void> {
    const leaving = owner();
    dropKept();
    removed.clear();
    own.delete(ACCOUNT);
    tell();
    if (leaving) await tracker?.newVisitor(sessionOfNext);
  }

  globalThis.addEventListener?.("storage", tell);
  globalThis.addEventListener?.("online", trySync);
  trySync();

  return {
    list: () =>
      chosen
        .entries()
        .sort(([, [a]], [, [b]]) => b - a)
        .map(([id]) => id),
    has,
    add,
    remove,
    toggle(id) {
      if (has(id)) remove(id);
      else add(id);
      return has(id);
    },
    email: () => account()?.email ?? null,
    async requestLink(email) {
      await call("/api/v1/favorites/magic-link", {
        session: await tracker?.sessionId().catch(() => null),
        body: JSON.stringify({ email }),
      });
    },
    verify: (token = tokenOfPage()) => verify(token),
    sync,
    signOut: () => leave(),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const tokenOfPage = (): string | undefined => globalThis.location?.hash.split("#token=")[1];
