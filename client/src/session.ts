import { singleFlight, withTabLock } from "./locks.ts";
import type { Call } from "./request.ts";
import type { RecordStore } from "./storage.ts";

/** The visitor's session: one for all tabs of the website. */
export type VisitorSession = {
  /** Its id, if it exists. */
  known(): string | null;
  /** Returns its id, creating the session if needed. @throws LintelError when that fails now */
  id(): Promise<string>;
  /** Replaces the session; without an id a new one is created on demand. */
  become(id?: string | null): void;
};

const KEY = "session";

/** The reply also sets the session cookie. */
export const newSession = async (call: Call): Promise<string> =>
  (await call<{ session_id: string }>("/sessions", { method: "POST" })).session_id;

export function createSession(call: Call, store: RecordStore<string>, name: string): VisitorSession {
  const known = () => store.get(KEY);

  async function make(): Promise<string> {
    // Another tab may have created it meanwhile; without Web Locks even during the request.
    if (!known()) {
      const id = await newSession(call);
      if (!known()) store.put(KEY, id);
    }
    return known() as string;
  }

  const made = singleFlight((name: string) => withTabLock(name, make));
  return {
    known,
    id: async () => known() ?? made(`${name}session`),
    become: (id) => (id ? store.put(KEY, id) : store.delete(KEY)),
  };
}
