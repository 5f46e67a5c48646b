import { createDelivery, type LostEvent } from "./delivery.ts";
import { type Behaviour, newId, timestamp, type VisitorEvent } from "./events.ts";
import { createQueue } from "./queue.ts";
import { type CallOptions, createCall, withoutSlash } from "./request.ts";
import { createSession, refusesTracking } from "./session.ts";
import { browserStorage, createRecordStore, type KeyValueStorage } from "./storage.ts";
import { type Draft, isShown, type OpenView, openView, type View } from "./view.ts";

export type TrackerOptions = CallOptions & {
  /** Storage of session and queue; `localStorage`. Null: in memory only. */
  storage?: KeyValueStorage | null;
  /** Prefix of its keys; `lintel:`. */
  prefix?: string;
  /** Quiet period before events are sent; 5,000 milliseconds. */
  debounceMs?: number;
  /** Called for every dropped event. */
  onLost?: (lost: LostEvent) => void;
};

/**
 * Records what a visitor does, across network failures and page unloads. Nothing of a visitor whose browser sends Global Privacy Control
 * or Do Not Track.
 */
export type Tracker = {
  /** The visitor's session id, created on demand; null for a visitor who refuses. @throws LintelError when that fails now */
  sessionId(): Promise<string | null>;
  /** Queues an event and returns its id. */
  track(behaviour: Behaviour): string;
  /** Starts a view of a listing and ends the previous one. */
  trackView(listingId: string): View;
  trackFilter(filter: string, value: unknown): string;
  trackSearch(query: string): string;
  /** Number of events that the server has not acknowledged. */
  pending(): number;
  /** Sends queued events now. Failed ones stay queued and are retried. */
  flush(): Promise<void>;
  /** Deletes session, preferences and queued events. @throws LintelError */
  clear(): Promise<void>;
  /**
   * Another person uses the browser from now on: queued events are sent in the old session (for a few seconds, then
   * dropped), and the next visitor gets a new session, or that of the id. The server keeps the old one.
   * `favorites.signOut()` calls it, and `favorites.verify()` when another person signs in.
   */
  newVisitor(sessionId?: string | null): Promise<void>;
  /** Ends the open view and stops sending. Queued events stay for the next tracker. */
  stop(): void;
};

/** The server's limit. */
const MAX_QUERY_LENGTH = 1000;

/** Longest wait of `newVisitor`. */
const FAREWELL_MS = 3000;

/** After that, an interrupted view is considered ended. */
const DRAFT_MS = 30 * 60_000;

export function createTracker(options: TrackerOptions = {}): Tracker {
  const { storage = browserStorage(), prefix = "lintel:", debounceMs = 5000, onLost = () => {} } = options;
  const call = createCall(options);
  const queue = createQueue(createRecordStore<VisitorEvent>(`${prefix}event:`, storage));
  const drafts = createRecordStore<Draft>(`${prefix}view:`, storage);
  const session = createSession(call, createRecordStore(prefix, storage), prefix);
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
  const refuses = refusesTracking();
  let isAwake = refuses;

  function enqueue(event: VisitorEvent): void {
    if (refuses) return;
    const lost = queue.add(event);
    if (lost) onLost({ reason: "overflow", event: lost, detail: "Too many wait" });
    delivery.soon();
  }

  /**
   * Creates the session early, because a visit shorter than the debounce needs it for its beacon. On failure it is
   * retried later.
   */
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
    // Some events fire on the document; the capture phase passes the window for all of them.
    globalThis.addEventListener?.(type, act, { capture: true, signal: listening.signal });
  listen("visibilitychange", () => (isShown() ? show() : hide()));
  listen("freeze", leave);
  listen("pagehide", leave);
  listen("pageshow", show);
  listen("scroll", () => view?.scroll());
  listen("online", delivery.now);
  // Also of earlier visits, in which the visitor did not refuse.
  if (refuses) forgetDeeds();
  for (const [id, [touched, event]] of drafts.entries()) {
    if (Date.now() - touched < DRAFT_MS) continue;
    enqueue(event);
    drafts.delete(id);
  }
  // Events of an earlier page or visit, including those of a beacon without acknowledgment.
  if (queue.size() > 0) delivery.now();

  return {
    sessionId: async () => (refuses ? null : session.id()),
    track,
    trackView(listingId) {
      view?.end();
      wake();
      // Of a visitor who refuses, the browser stores nothing either.
      const kept = refuses ? createRecordStore<Draft>(prefix, null) : drafts;
      view = openView(listingId, { drafts: kept, track, finish: enqueue });
      return view;
    },
    trackFilter: (filter, value) => track({ type: "filter_change", filter, value }),
    trackSearch: (query) => track({ type: "search_query", query: query.slice(0, MAX_QUERY_LENGTH) }),
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
      // Synchronously, so that no event of the old visitor gets into the new session.
      forgetDeeds();
      session.become(sessionId);
      // At once, because the browser's cookie still has the old session.
      isAwake = refuses;
      wake();
    },
    stop() {
      view?.end();
      listening.abort();
      delivery.stop();
    },
  };
}
