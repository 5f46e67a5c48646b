import { LRUCache } from "lru-cache";
import type { Log } from "../platform/log.ts";
import { imageOf, type PhotoImage } from "./photo-image.ts";
import type { PhotoState } from "./photo-state.ts";
import type { StoredPhoto } from "./stored-photos.ts";

/** How long a page waits for pictures that it shows for the first time. */
const PAGE_WAIT_MS = 2000;
/** Groups of photos that wait; further ones are left to the next page that shows them. */
const MAX_WAITING = 2000;
const WORKERS = 3;
/** Groups with photos that cannot be fetched are left alone that long. */
const REST_MS = 600_000;
const MOST_RESTING = 20_000;

type FetchAll = (
  urls: string[],
  options: { withinMs?: number; lane: "pages"; signal: AbortSignal },
) => Promise<PhotoState[]>;

type Store = { fetchAll: FetchAll; storedOf: (urls: string[]) => Promise<(StoredPhoto | null)[]> };

type Group = { urls: string[]; onStored: () => void };

/**
 * Pictures that pages show: from our own storage alone. Those that it lacks are fetched once a page shows them, which happens only in a
 * server (`start`). The addresses are those of feeds and staff, never a visitor's.
 */
export class PagePhotos {
  readonly #store: Store;
  readonly #log: Pick<Log, "error">;
  readonly #waiting = new Map<string, Group>();
  /** Groups that are being fetched, or were not fetched completely. */
  readonly #resting = new LRUCache<string, true>({ max: MOST_RESTING, ttl: REST_MS });
  #signal: AbortSignal | null = null;
  #running = 0;

  constructor(store: Store, log: Pick<Log, "error">) {
    this.#store = store;
    this.#log = log;
  }

  /** From now on, photos that `want` and `images` ask for are fetched, until the signal is aborted. */
  start(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** Our own copies of the pictures at these addresses, in their order; null for one that cannot be fetched, or not within two seconds. */
  async images(urls: (string | null)[]): Promise<(PhotoImage | null)[]> {
    const addresses = [...new Set(urls.filter((url) => url !== null))];
    const photos = addresses.length === 0 ? [] : await this.#photos(addresses);
    const byAddress = new Map(addresses.map((address, nth) => [address, photos[nth] ?? null]));
    return urls.map((url) => {
      const photo = url === null ? null : byAddress.get(url);
      return photo ? imageOf(photo) : null;
    });
  }

  async #photos(addresses: string[]): Promise<(StoredPhoto | null)[]> {
    const signal = this.#signal;
    if (signal === null || signal.aborted) return this.#store.storedOf(addresses);
    const options = { withinMs: PAGE_WAIT_MS, lane: "pages", signal } as const;
    try {
      const states = await this.#store.fetchAll(addresses, options);
      return states.map((state) => (state.status === "stored" ? state : null));
    } catch (error) {
      // A server that stops answers its last pages with the pictures that it has.
      if (signal.aborted) return this.#store.storedOf(addresses);
      throw error;
    }
  }

  /**
   * Fetches photos in the background, a group at a time.
   *
   * @param key of the group: it waits once.
   * @param onStored is called when some of them are stored.
   */
  want(key: string, urls: string[], onStored: () => void): void {
    if (this.#signal === null || urls.length === 0 || this.#resting.has(key)) return;
    if (this.#waiting.size >= MAX_WAITING && !this.#waiting.has(key)) return;
    this.#waiting.set(key, { urls, onStored });
    if (this.#running < WORKERS) void this.#work(this.#signal);
  }

  async #work(signal: AbortSignal): Promise<void> {
    this.#running++;
    for (;;) {
      const [next] = this.#waiting;
      if (!next || signal.aborted) break;
      const [key, group] = next;
      this.#waiting.delete(key);
      this.#resting.set(key, true);
      await this.#fetch(key, group, signal).catch((error) => {
        if (!signal.aborted) this.#log.error({ err: error }, "photos of a page not fetched");
      });
    }
    this.#running--;
  }

  async #fetch(key: string, { urls, onStored }: Group, signal: AbortSignal): Promise<void> {
    const states = await this.#store.fetchAll(urls, { lane: "pages", signal });
    const stored = states.filter(({ status }) => status === "stored");
    if (stored.length > 0) onStored();
    // Nothing is left to fetch. A page that wants them once more has not read the copies yet: `onStored` is called again.
    if (stored.length === urls.length) this.#resting.delete(key);
  }
}
