import { singleFlight, withTabLock } from "./locks.ts";
import type { Call } from "./request.ts";
import type { Shelf } from "./storage.ts";

/** The visitor's session: one for all tabs of the website. */
export type VisitorSession = {
  /** Its id, if it has been made. */
  known(): string | null;
  /** Takes it up, or makes it. @throws LintelError when it cannot be made now */
  id(): Promise<string>;
  /** It is this one now; without an id none, until one is asked for. */
  become(id?: string | null): void;
};

const KEY = "session";

/** The page's cookie names it from then on. */
export const newSession = async (call: Call): Promise<string> =>
  (await call<{ session_id: string }>("/sessions", { method: "POST" })).session_id;

export function createSession(call: Call, shelf: Shelf<string>, name: string): VisitorSession {
  const known = () => shelf.get(KEY);

  async function make(): Promise<string> {
    // Another tab may have made it meanwhile; where there are no locks, even while this one does.
    if (!known()) {
      const id = await newSession(call);
      if (!known()) shelf.put(KEY, id);
    }
    return known() as string;
  }

  const made = singleFlight((name: string) => withTabLock(name, make));
  return {
    known,
    id: async () => known() ?? made(`${name}session`),
    become: (id) => (id ? shelf.put(KEY, id) : shelf.delete(KEY)),
  };
}
