import { LRUCache } from "lru-cache";
import { agentsRevision } from "../agents/index.ts";
import type { UsesBrokerages } from "../brokerages/index.ts";
import type { UsesListings } from "../listings/index.ts";
import type { Platform, Tenant } from "../platform/context.ts";

/** Age from which the revision of a brokerage's people is read again while the earlier one stays in use, as tenants are. */
const REFRESH_AFTER_MS = 500;
/** Age from which a page waits for the database. */
const MAX_AGE_MS = 1000;
const MAX_BROKERAGES = 10_000;

type Needs = Pick<Platform, "db"> & UsesListings & UsesBrokerages;
type People = { revision: string; at: number };

/**
 * Revisions of what each brokerage's website shows: its listings, the brokerage itself, its people and its time zone. Changes by another
 * process take effect within a second.
 */
export class ShownRevisions {
  readonly #needs: Needs;
  readonly #people: LRUCache<number, People>;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#people = new LRUCache<number, People>({
      max: MAX_BROKERAGES,
      ttl: REFRESH_AFTER_MS,
      perf: { now: () => performance.now() },
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      allowStaleOnFetchRejection: true,
      fetchMethod: (brokerageId) => this.#load(brokerageId),
    });
  }

  async of({ brokerageId, revision }: Pick<Tenant, "brokerageId" | "revision">): Promise<string> {
    const { listings } = this.#needs;
    const people = await this.#peopleOf(brokerageId);
    return `${listings.index.searchVersion} ${revision} ${people}`;
  }

  async #peopleOf(brokerageId: number): Promise<string> {
    const known = this.#people.get(brokerageId) ?? this.#people.peek(brokerageId, { allowStale: true });
    const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < REFRESH_AFTER_MS) return known.revision;
    const refreshed = this.#people.fetch(brokerageId);
    if (known && age < MAX_AGE_MS) {
      refreshed.catch(() => {});
      return known.revision;
    }
    return (await refreshed)?.revision ?? "";
  }

  async #load(brokerageId: number): Promise<People> {
    const { db, brokerages } = this.#needs;
    const [agents, timeZone] = await Promise.all([
      agentsRevision(db, brokerageId),
      brokerages.timeZoneOf(db, brokerageId),
    ]);
    return { revision: `${agents} ${timeZone}`, at: performance.now() };
  }
}
