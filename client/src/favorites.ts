import { increasingNow } from "./events.ts";
import { singleFlight, withTabLock } from "./locks.ts";
import { type CallOptions, createCall, LintelError } from "./request.ts";
import { newSession } from "./session.ts";
import { browserStorage, createRecordStore, type KeyValueStorage } from "./storage.ts";
import type { Tracker } from "./tracker.ts";

export type FavoritesOptions = CallOptions & {
  /** Records additions and removals; its session is linked to the person who signs in. */
  tracker?: Tracker;
  storage?: KeyValueStorage | null;
  /** Prefix of the storage keys; `lintel:`. */
  prefix?: string;
};

/** The visitor's favorites: in this browser and, after sign-in, on all of their devices. */
export type Favorites = {
  /** Listing ids, newest first. */
  list(): string[];
  has(listingId: string): boolean;
  /** Ignores ids that are empty or longer than 50 characters. */
  add(listingId: string): void;
  remove(listingId: string): void;
  /** Returns whether it is a favorite now. */
  toggle(listingId: string): boolean;
  /** The email of the signed-in visitor. */
  email(): string | null;
  /** Sends a link to that address. @throws LintelError such as 429, too many links */
  requestLink(email: string): Promise<void>;
  /**
   * Uses the link's token, by default from the page's address (`#token=…`), and merges the favorites. Call it on a
   * click: mail scanners open links and would use them up. Concurrent calls use the token once. Another signed-in
   * person is signed out first. @throws LintelError 400 used or expired
   */
  verify(token?: string): Promise<void>;
  /** Syncs this browser with the server; every change does so by itself. No effect for anonymous visitors. */
  sync(): Promise<void>;
  /**
   * Removes all synced favorites from this browser at once, then starts a new visitor in the tracker (`newVisitor`).
   */
  signOut(): Promise<void>;
  /** Called after every change, also of other tabs; the result unsubscribes. */
  subscribe(listener: () => void): () => void;
};

/** Without a token the visitor is signed out, but the session is still theirs. */
type Account = { token?: string; email: string };
/** Time of addition, and whether it is synced. */
type Mark = [added: number, kept: 0 | 1];

const ACCOUNT = "account";
/** The server refuses other ids and any request with one. */
const LISTING_ID = /^.{1,50}$/s;
/** The server's limit per request. */
const MAX_PER_REQUEST = 1000;

export function createFavorites(options: FavoritesOptions = {}): Favorites {
  const { tracker, storage = browserStorage(), prefix = "lintel:" } = options;
  const call = createCall(options);
  const own = createRecordStore<Account>(prefix, storage);
  const chosen = createRecordStore<Mark>(`${prefix}favorite:`, storage);
  /** Removed here, not synced yet. */
  const removed = createRecordStore<1>(`${prefix}unfavorite:`, storage);
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  const { has } = chosen;
  const owner = () => own.get(ACCOUNT);
  const account = () => (owner()?.token ? owner() : null);

  function add(id: string): void {
    if (!LISTING_ID.test(id) || has(id)) return;
    chosen.put(id, [increasingNow(), 0]);
    removed.delete(id);
    tracker?.track({ type: "favorite_added", listing_id: id });
    notify();
    trySync();
  }

  function remove(id: string): void {
    if (!has(id)) return;
    chosen.delete(id);
    if (account()) removed.put(id, 1);
    tracker?.track({ type: "favorite_removed", listing_id: id });
    notify();
    trySync();
  }

  const sync = (): Promise<void> => withTabLock(`${prefix}favorites`, synchronise);

  /** A failed sync is repeated with the next change, on the next page, or when the network is back. */
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
        const body = JSON.stringify({ favorites: fresh.splice(0, MAX_PER_REQUEST) });
        const merged = await call<{ favorites: string[] }>("/api/v1/favorites/sync", { token, body });
        if (fresh.length === 0 && isStill()) takeOver(merged.favorites);
      } while (fresh.length > 0);
    } catch (error) {
      if ((error as LintelError).status === 401 && isStill()) beAnonymous(signedIn);
      throw error;
    } finally {
      notify();
    }
  }

  /** The token has expired or is invalid. Local favorites stay and are merged at the next sign-in. */
  function beAnonymous({ email }: Account): void {
    own.put(ACCOUNT, { email });
    for (const [id, [added]] of chosen.entries()) chosen.put(id, [added, 0]);
  }

  function dropKept(except?: Set<string>): void {
    for (const [id, [, kept]] of chosen.entries()) if (kept && !except?.has(id)) chosen.delete(id);
  }

  /** Applies the server's set, except for pending local removals; favorites missing there were removed elsewhere. */
  function takeOver(favorites: string[]): void {
    dropKept(new Set(favorites));
    const here = new Map(chosen.entries());
    // Newest first. Favorites of other devices keep their order, after local additions.
    favorites.forEach((id, at) => {
      if (!removed.get(id)) chosen.put(id, [here.get(id)?.[0] ?? -at, 1]);
    });
  }

  const verify = singleFlight(async (token: string | undefined): Promise<void> => {
    if (!token) throw new LintelError(0, "No token in the address");
    // Only then the owner of the link is known, and one person's session must not pass to another.
    const before = owner();
    const session = await (tracker && (before ? newSession(call) : tracker.sessionId()).catch(() => null));
    const answer = await call<{ auth_token: string; email: string }>(
      `/api/v1/favorites/verify/${encodeURIComponent(token)}`,
      { session },
    );
    if (before?.email !== answer.email) await leave(session);
    own.put(ACCOUNT, { token: answer.auth_token, email: answer.email });
    // The token is used up and should not stay in the address.
    if (tokenOfPage() === token) history.replaceState(history.state, "", location.pathname + location.search);
    // The sign-in holds even if the sync fails.
    await trySync();
  });

  async function leave(sessionOfNext?: string | null): Promise<void> {
    const leaving = owner();
    dropKept();
    removed.clear();
    own.delete(ACCOUNT);
    notify();
    if (leaving) await tracker?.newVisitor(sessionOfNext);
  }

  globalThis.addEventListener?.("storage", notify);
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
