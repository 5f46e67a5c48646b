import { LRUCache } from "lru-cache";
import type { SiteRequest } from "../../../web/site/contract.ts";
import { isLoopbackDomain } from "../platform/http/host.ts";
import type { EncodedPage } from "./encoded-page.ts";

const MAX_BYTES = 64 * 1_048_576;
/** Pages that depend on the time, such as coming open houses: as long as a CDN may hold them. */
const MAX_AGE_MS = 60_000;
/** How long a page may be shown while the database is away, without which no new one can be made. */
const MAX_STALE_MS = 3_600_000;
/** Beside the page: its key and its headers. */
const OVERHEAD = 1000;

/** Shared: rendered for another visitor at the same time. */
export type PageResult = "cached" | "shared" | "rendered" | "uncached";

type Kept = { revision: string; page: EncodedPage; at: number };

const UNAVAILABLE = 503;

/**
 * Pages for everyone, by brokerage, host and address. A page is served only for the revision of the brokerage that it was made of, so
 * that no change of a listing or a text is shown late (W10), unless the database is away: then nothing changes, and the last page is better
 * than none. Visitors who request the same page at once get the same rendering.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    ttl: MAX_STALE_MS,
    perf: { now: () => performance.now() },
    sizeCalculation: ({ page }, key) => Math.ceil(page.size + 2 * key.length + OVERHEAD),
  });
  readonly #rendering = new Map<string, Promise<EncodedPage>>();
  readonly #onPage: (result: PageResult) => void;

  constructor(onPage: (result: PageResult) => void = () => {}) {
    this.#onPage = onPage;
  }

  /** @param path the key of the page within its website. */
  get(path: string, request: SiteRequest, render: () => Promise<EncodedPage>): Promise<EncodedPage> {
    const { revision } = request.tenant;
    const key = keyOf(path, request);
    const kept = this.#pages.get(key);
    if (kept?.revision === revision && performance.now() - kept.at < MAX_AGE_MS) {
      this.#onPage("cached");
      return Promise.resolve(kept.page);
    }
    const flight = `${revision} ${key}`;
    let rendering = this.#rendering.get(flight);
    this.#onPage(rendering ? "shared" : "rendered");
    if (!rendering) {
      rendering = render()
        .then((page) =>
          page.reply.status === UNAVAILABLE && kept ? kept.page : this.#keep(key, revision, page),
        )
        .finally(() => this.#rendering.delete(flight));
      this.#rendering.set(flight, rendering);
    }
    return rendering;
  }

  #keep(key: string, revision: string, page: EncodedPage): EncodedPage {
    const { status, caching } = page.reply;
    if (status === 200 && caching !== "personal")
      this.#pages.set(key, { revision, page, at: performance.now() });
    return page;
  }
}

/** All domains of a brokerage have the same pages, but those of this machine, whose canonical addresses are their own. */
function keyOf(path: string, { tenant, origin }: SiteRequest): string {
  const host = isLoopbackDomain(new URL(origin).hostname) ? origin : "";
  return `${tenant.brokerageId} ${host} ${path}`;
}
