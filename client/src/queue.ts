import type { VisitorEvent } from "./events.ts";
import type { RecordStore } from "./storage.ts";

/** More than a visitor does in a day offline; browsers give a website 5 MB. */
const MAX_EVENTS = 1000;

/** Events that the server has not acknowledged, shared by all tabs. */
export type Queue = {
  /** Returns the evicted event, if any. */
  add(event: VisitorEvent): VisitorEvent | undefined;
  remove(events: readonly VisitorEvent[]): void;
  clear(): void;
  /** True while it is queued: other tabs send too, and `newVisitor` drops events. */
  has(event: VisitorEvent): boolean;
  /** Oldest first. */
  all(): VisitorEvent[];
  size(): number;
};

export function createQueue(store: RecordStore<VisitorEvent>): Queue {
  const size = () => store.ids().length;
  const all = () =>
    store
      .entries()
      .map(([, event]) => event)
      .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));

  return {
    all,
    size,
    clear: store.clear,
    has: ({ id }) => store.has(id),
    add(event) {
      store.put(event.id, event);
      if (size() <= MAX_EVENTS) return undefined;
      const [oldest] = all();
      if (oldest) store.delete(oldest.id);
      return oldest;
    },
    remove(events) {
      for (const { id } of events) store.delete(id);
    },
  };
}

/** Keepalive requests may have 64 kB per page in all: two of these can be in flight. */
const BATCH_BYTES = 30_000;

export const bytesOf = (text: string): number => new Blob([text]).size;

export function inBatches(events: readonly VisitorEvent[]): VisitorEvent[][] {
  const batches: VisitorEvent[][] = [];
  let room = 0;
  for (const event of events) {
    const bytes = bytesOf(JSON.stringify(event));
    if (bytes > room) {
      batches.push([]);
      room = BATCH_BYTES;
    }
    room -= bytes;
    batches.at(-1)?.push(event);
  }
  return batches;
}
