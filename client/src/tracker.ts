import { createDelivery, type LostEvent } from "./delivery.ts";
import type { Behaviour, VisitorEvent } from "./events.ts";
import { newId, timestamp } from "./ids.ts";
import { createQueue } from "./queue.ts";
import { type CallOptions, createCall, withoutSlash } from "./request.ts";
import { createSession } from "./session.ts";
import { browserStorage, createShelf, type KeyValueStorage } from "./storage.ts";
import { type Draft, isShown, type OpenView, openView, type View } from "./view.ts";

export type TrackerOptions = CallOptions & {
  /** Where the session and the queue are kept; `localStorage`. Null: in memory, until the page goes. */
  storage?: KeyValueStorage | null;
  /** What the keys in it begin with; `lintel:`. */
  prefix?: string;
  /** How long the visitor must do nothing before their events are sent; 5,000 milliseconds. */
  debounceMs?: number;
  /** Called for every event that will never arrive. */
  onLost?: (lost: LostEvent) => void;
};

/** Tells Lintel what a visitor does, whatever the network and the browser do meanwhile. */
export type Tracker = {
  /** The visitor's session, made when there is none. @throws LintelError when that is not possible now */
  sessionId(): Promise<string>;
  /** Queues an event; its id. */
  track(behaviour: Behaviour): string;
  /** A listing is being looked at; the view before has ended. */
  trackView(listingId: string): View;
  trackFilter(filter: string, value: unknown): string;
  trackSearch(query: string): string;
  /** How many events the server has not acknowledged. */
  pending(): number;
  /** Sends them now. What cannot be sent stays queued and is tried again. */
  flush(): Promise<void>;
  /** The visitor wants to be forgotten: session, preferences and whatever is queued. @throws LintelError */
  clear(): Promise<void>;
  /**
   * Somebody else uses the browser from now on: what is queued is sent in the session as it was (for a few seconds it is
   * tried, then the rest is dropped), and the next visitor has a new one, or that with the id given. The server keeps the
   * old session. `favorites.signOut()` calls it, and `favorites.verify()` when another person signs in.
   */
  newVisitor(sessionId?: string | null): Promise<void>;
  /** Ends the open view and sends nothing more. What is queued stays for the next tracker. */
  stop(): void;
};

/** The server takes no more. */
const LONGEST_QUERY = 1000;

/** So long a person who leaves waits at most. */
const FAREWELL_MS = 3000;

/** After as much time nobody comes back to a view whose page has said nothing. */
const DRAFT_MS = 30 * 60_000;

export function createTracker(options: TrackerOptions = {}): Tracker {
  const { storage = browserStorage(), prefix = "lintel:", debounceMs = 5000, onLost = () => {} } = options;
  const call = createCall(options);
  const queue = createQueue(createShelf<VisitorEvent>(`${prefix}event:`, storage));
  const drafts = createShelf<Draft>(`${prefix}view:`, storage);
  const session = createSession(call, createShelf(prefix, storage), prefix);
  const delivery = createDelivery({
    call,
    beaconUrl: `${withoutSlash(options.baseUrl ?? "")}/sessions/events`,
    session,
    queue,
    prefix,
    debounceMs,
    onLost,
  });
  const listening = new AbortController();
  let view: OpenView | null = null;
  let isAwake = false;

  function enqueue(event: VisitorEvent): void {
    const lost = queue.add(event);
    if (lost) onLost({ reason: "overflow", event: lost, detail: "Too many wait" });
    delivery.soon();
  }

  /** A visit shorter than the debounce needs a session for its beacon. Whoever cannot have one now is served later. */
  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    session.id().catch(() => {});
  }

  function track(behaviour: Behaviour): string {
    wake();
    const event = { ...behaviour, id: newId(), timestamp: timestamp() };
    enqueue(event);
    return event.id;
  }

  function forgetDeeds(): void {
    queue.clear();
    drafts.clear();
  }

  function leave(): void {
    view?.leave();
    delivery.beacon();
  }

  function show(): void {
    view?.resume();
    if (queue.size() > 0) delivery.now();
  }

  function hide(): void {
    view?.pause();
    delivery.beacon();
  }

  const listen = (type: string, act: () => void) =>
    // Some happen to the document, and only on the way down to it everything passes the window.
    globalThis.addEventListener?.(type, act, { capture: true, signal: listening.signal });
  listen("visibilitychange", () => (isShown() ? show() : hide()));
  listen("freeze", leave);
  listen("pagehide", leave);
  listen("pageshow", show);
  listen("scroll", () => view?.scroll());
  listen("online", delivery.now);
  for (const [id, [touched, event]] of drafts.entries()) {
    if (Date.now() - touched < DRAFT_MS) continue;
    enqueue(event);
    drafts.delete(id);
  }
  // Of the page before this one, or of a visit before: also what a beacon took with it that nobody has confirmed.
  if (queue.size() > 0) delivery.now();

  return {
    sessionId: session.id,
    track,
    trackView(listingId) {
      view?.end();
      wake();
      view = openView(listingId, { drafts, track, finish: enqueue });
      return view;
    },
    trackFilter: (filter, value) => track({ type: "filter_change", filter, value }),
    trackSearch: (query) => track({ type: "search_query", query: query.slice(0, LONGEST_QUERY) }),
    pending: queue.size,
    flush: delivery.now,
    clear() {
      view?.end();
      return delivery.alone(async () => {
        forgetDeeds();
        const id = session.known();
        if (id) await call("/sessions/clear", { method: "POST", session: id });
        session.become();
      });
    },
    async newVisitor(sessionId) {
      view?.end();
      await Promise.race([delivery.now(), new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
      // All at once: nothing of theirs may meet the session of the next.
      forgetDeeds();
      session.become(sessionId);
      // Now, since the browser's cookie still says the old one.
      isAwake = false;
      wake();
    },
    stop() {
      view?.end();
      listening.abort();
      delivery.stop();
    },
  };
}
