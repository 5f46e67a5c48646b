import type { VisitorEvent } from "./events.ts";
import type { Shelf } from "./storage.ts";

/** More than a visitor does in a day without a network; a browser gives a website 5 MB. */
const MOST = 1000;

/** Events that the server has not acknowledged, shared by all tabs. */
export type Queue = {
  /** What had to make room, if anything did. */
  add(event: VisitorEvent): VisitorEvent | undefined;
  remove(events: readonly VisitorEvent[]): void;
  clear(): void;
  /** Whether it still waits: other tabs send too, and who leaves takes theirs along. */
  has(event: VisitorEvent): boolean;
  /** The oldest first. */
  all(): VisitorEvent[];
  size(): number;
};

export function createQueue(shelf: Shelf<VisitorEvent>): Queue {
  const size = () => shelf.ids().length;
  const all = () =>
    shelf
      .entries()
      .map(([, event]) => event)
      .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));

  return {
    all,
    size,
    clear: shelf.clear,
    has: ({ id }) => shelf.has(id),
    add(event) {
      shelf.put(event.id, event);
      if (size() <= MOST) return undefined;
      const [oldest] = all();
      if (oldest) shelf.delete(oldest.id);
      return oldest;
    },
    remove(events) {
      for (const { id } of events) shelf.delete(id);
    },
  };
}

/** Requests that outlive their page may hold 64 kB, all of a page together: two of these are under way at once. */
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
