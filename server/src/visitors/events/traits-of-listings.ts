import { LRUCache } from "lru-cache";
import { type IndexKeeper, listingFacts, type UsesListings } from "../../listings/index.ts";
import { type ListingTraits, traitsOf } from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { KnownTraits } from "./store-traits.sql.ts";

type Versioned = { revision: number; traits: ListingTraits };

/** Many visitors look at the same listings; reading a description takes longer than all else about an event. */
const MOST_REMEMBERED = 10_000;
const remembered = new WeakMap<IndexKeeper, LRUCache<string, Versioned>>();

/** What the listings are, of those that this brokerage's visitors may see. */
export async function traitsOfListings(
  ctx: TenantContext<UsesListings>,
  ids: Iterable<string>,
): Promise<KnownTraits> {
  const cache = cacheOf(ctx.listings.index);
  // Taken out now: another request's listings may push them out of the cache meanwhile.
  const known = new Map([...new Set(ids)].map((id) => [id, cache.get(id) ?? null]));
  const revisions = new Map([...known].map(([id, entry]) => [id, entry?.revision ?? null]));
  const traits: KnownTraits = new Map();
  for (const { listing_id, revision, facts } of await listingFacts(ctx.db, revisions, ctx.tenant.sourceIds)) {
    const entry = facts ? { revision, traits: traitsOf(facts) } : (known.get(listing_id) as Versioned);
    cache.set(listing_id, entry);
    traits.set(listing_id, entry.traits);
  }
  return traits;
}

function cacheOf(index: IndexKeeper): LRUCache<string, Versioned> {
  const cache = remembered.get(index) ?? new LRUCache<string, Versioned>({ max: MOST_REMEMBERED });
  remembered.set(index, cache);
  return cache;
}
