import type { SiteRequest } from "../contract.ts";
import type { SiteData } from "../site-data.ts";
import { type Api, dataOf } from "./api.ts";

/** Brokerages whose data is kept; each takes some kB. */
const MAX_BROKERAGES = 1000;
/** A logo that was not there in time is looked for again after this. */
const MAX_AGE_MS = 60_000;

/** The brokerages' own data, which every page needs, one for each revision of a brokerage. */
export class SiteCache {
  readonly #kept = new Map<number, { revision: string; at: number; data: Promise<SiteData> }>();

  get({ tenant: { brokerageId, revision } }: SiteRequest, api: Api): Promise<SiteData> {
    const known = this.#kept.get(brokerageId);
    const now = performance.now();
    if (known?.revision === revision && now - known.at < MAX_AGE_MS) return known.data;
    const data = api.GET("/api/public/site").then(dataOf);
    const entry = { revision, at: now, data };
    this.#kept.delete(brokerageId);
    this.#kept.set(brokerageId, entry);
    if (this.#kept.size > MAX_BROKERAGES) this.#kept.delete(this.#kept.keys().next().value as number);
    // A failure is not kept.
    data.catch(() => {
      if (this.#kept.get(brokerageId) === entry) this.#kept.delete(brokerageId);
    });
    return data;
  }
}
