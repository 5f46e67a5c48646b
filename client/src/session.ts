import { singleFlight, withTabLock } from "./locks.ts";
import type { Call } from "./request.ts";
import type { RecordStore } from "./storage.ts";

/** The visitor's session: one for all tabs of the website. */
export type VisitorSession = {
  /** Its id, if it exists. */
  known(): string | null;
  /** Returns its id, creating the session if needed; null if the server starts none. @throws LintelError when that fails now */
  id(): Promise<string | null>;
  /** Replaces the session; without an id a new one is created on demand. */
  become(id?: string | null): void;
};

const KEY = "session";

/** The reply also sets the session cookie. It is empty for a visitor who refuses to be tracked. */
export const newSession = async (call: Call): Promise<string | null> =>
  (await call<{ session_id: string } | null>("/sessions", { method: "POST" }))?.session_id ?? null;

type Refusals = { globalPrivacyControl?: boolean; doNotTrack?: string | null } | undefined;

/** Global Privacy Control or Do Not Track. */
export function refusesTracking(): boolean {
  const browser = globalThis.navigator as Refusals;
  return browser?.globalPrivacyControl === true || browser?.doNotTrack === "1";
}

export function createSession(call: Call, store: RecordStore<string>, name: string): VisitorSession {
  const known = () => store.get(KEY);

  async function make(): Promise<string | null> {
    // Another tab may have created it meanwhile; without Web Locks even during the request.
    if (!known()) {
      const id = await newSession(call);
      if (id && !known()) store.put(KEY, id);
    }
    return known();
  }

  const made = singleFlight((name: string) => withTabLock(name, make));
  return {
    known,
    id: async () => known() ?? made(`${name}session`),
    become: (id) => (id ? store.put(KEY, id) : store.delete(KEY)),
  };
}
