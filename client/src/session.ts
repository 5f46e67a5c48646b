import { singleFlight, withTabLock } from "./locks.ts";
import type { Call } from "./request.ts";
import type { RecordStore } from "./storage.ts";

/** The visitor's session: one for all tabs of the website. */
export type VisitorSession = {
  /** Its id, if it exists. */
  known(): string | null;
  /** Returns its id, creating the session if needed; null for a visitor who refuses. @throws LintelError when that fails now */
  id(): Promise<string | null>;
  /** Whether the visitor refuses to be tracked, as the browser or the server says. */
  refused(): boolean;
  /** Replaces the session; without an id a new one is created on demand. */
  become(id?: string | null): void;
};

const KEY = "session";

/** The reply also sets the session cookie. It is empty for a visitor who refuses to be tracked. */
export const newSession = async (call: Call): Promise<string | null> =>
  refusesTracking()
    ? null
    : ((await call<{ session_id: string } | null>("/sessions", { method: "POST" }))?.session_id ?? null);

/** Global Privacy Control or Do Not Track. */
export const refusesTracking = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = (globalThis.navigator ?? {}) as {
    globalPrivacyControl?: boolean;
    doNotTrack?: string | null;
  };
  return globalPrivacyControl === true || doNotTrack === "1";
};

export function createSession(call: Call, store: RecordStore<string>, name: string): VisitorSession {
  let isRefused = false;
  const refused = () => isRefused || refusesTracking();
  const known = () => store.get(KEY);

  async function make(): Promise<string | null> {
    // Another tab may have created it meanwhile; without Web Locks even during the request.
    if (!known()) {
      const id = await newSession(call);
      isRefused = !id;
      if (id && !known()) store.put(KEY, id);
    }
    return known();
  }

  const made = singleFlight((name: string) => withTabLock(name, make));
  return {
    known,
    refused,
    id: async () => (refused() ? null : (known() ?? made(`${name}session`))),
    become: (id) => (id ? store.put(KEY, id) : store.delete(KEY)),
  };
}
