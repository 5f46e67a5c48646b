/** What the server has said: the event's name and the ids in its data; `closed`: it answers no stream, as when the session has ended. */
export type Change = { event: string; data: Record<string, unknown> };

/** The events of `GET /api/v1/admin/stream`; `reset` where the log does not reach back far enough. */
const EVENTS = [
  "reset",
  "lead.created",
  "lead.assigned",
  "lead.left",
  "lead.stage_changed",
  "lead.changed",
  "lead.deleted",
  "leads.changed",
  "response_clock.started",
  "response_clock.stopped",
  "response_clock.breached",
  "indexing.queued",
  "indexing.started",
  "indexing.progressed",
  "indexing.completed",
  "feed.created",
  "feed.changed",
  "feed.deleted",
  "feed.run_started",
  "feed.run_progressed",
  "feed.run_ended",
] as const;

const NAME = "lintel-live";
/** Of a stream that was closed for good, as by a server that stops. */
const AGAIN_MS = 5000;

/**
 * Follows the changes that this person may see, by one stream for all tabs of the browser (web.md, W30): the tab that holds the lock reads
 * it, and passes on what it hears. All know the last event, so that a tab which takes over goes on behind it.
 *
 * @param onState called as the stream opens, and as one that was open is interrupted.
 * @returns ends it.
 */
export function followOneStream(
  onChange: (change: Change) => void,
  onState: (isOpen: boolean) => void,
): () => void {
  const stop = new AbortController();
  const others = new BroadcastChannel(NAME);
  let lastId: string | null = null;
  let wasOpen = false;
  const take = (heard: Heard) => {
    if ("isOpen" in heard) {
      wasOpen ||= heard.isOpen;
      return onState(heard.isOpen);
    }
    lastId = heard.id ?? lastId;
    onChange(heard.change);
  };
  others.onmessage = ({ data }: MessageEvent<Heard>) => take(data);
  const hear = (heard: Heard) => {
    // Other tabs do not know whether it was: they may have been opened later.
    if ("isOpen" in heard && !heard.isOpen && !wasOpen) return;
    take(heard);
    others.postMessage(heard);
  };
  navigator.locks
    .request(NAME, { signal: stop.signal }, async () => {
      while (!stop.signal.aborted) {
        await readUntilClosed(lastId, { signal: stop.signal, hear });
        if (stop.signal.aborted) return;
        hear({ id: null, change: { event: "closed", data: {} } });
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    })
    // The wait for the lock was ended.
    .catch(() => {});
  return () => {
    stop.abort();
    others.close();
  };
}

type Heard = { id: string | null; change: Change } | { isOpen: boolean };
type Reader = { signal: AbortSignal; hear: (heard: Heard) => void };

/** A lost connection is opened again by the browser itself, with the id of the last event. */
function readUntilClosed(lastId: string | null, { signal, hear }: Reader): Promise<void> {
  const query = lastId === null ? "" : `?last_event_id=${encodeURIComponent(lastId)}`;
  const source = new EventSource(`/api/v1/admin/stream${query}`);
  // What was loaded before the first stream began may have changed meanwhile.
  if (lastId === null)
    source.addEventListener("open", () => hear({ id: null, change: { event: "reset", data: {} } }), {
      once: true,
    });
  source.addEventListener("open", () => hear({ isOpen: true }));
  for (const event of EVENTS)
    source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) =>
      hear({ id: lastEventId, change: { event, data: data ? (JSON.parse(data) as Change["data"]) : {} } }),
    );
  return new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    source.onerror = () => {
      hear({ isOpen: false });
      if (source.readyState === EventSource.CLOSED) resolve();
    };
  }).finally(() => source.close());
}
