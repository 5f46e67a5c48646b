import { LRUCache } from "lru-cache";
import { type IndexKeeper, listingFacts, type UsesListings } from "../../listings/index.ts";
import { extractTraits, type ListingTraits } from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { TraitsById } from "./store-traits.sql.ts";

type Versioned = { revision: number; traits: ListingTraits };

/**
 * Traits are cached across visitors: extracting them from a description costs more than everything else about an
 * event.
 */
const MAX_CACHED = 10_000;
const caches = new WeakMap<IndexKeeper, LRUCache<string, Versioned>>();

/** Loads the traits of listings that this brokerage's visitors may see. */
export async function loadListingTraits(
  ctx: TenantContext<UsesListings>,
  ids: Iterable<string>,
): Promise<TraitsById> {
  const cache = cacheOf(ctx.listings.index);
  // Entries are read before the await: another request's listings may evict them from the cache meanwhile.
  const known = new Map([...new Set(ids)].map((id) => [id, cache.get(id) ?? null]));
  const revisions = new Map([...known].map(([id, entry]) => [id, entry?.revision ?? null]));
  const traits: TraitsById = new Map();
  for (const { listing_id, revision, facts } of await listingFacts(ctx.db, revisions, ctx.tenant.sourceIds)) {
    const entry = facts ? { revision, traits: extractTraits(facts) } : (known.get(listing_id) as Versioned);
    cache.set(listing_id, entry);
    traits.set(listing_id, entry.traits);
  }
  return traits;
}

function cacheOf(index: IndexKeeper): LRUCache<string, Versioned> {
  const cache = caches.get(index) ?? new LRUCache<string, Versioned>({ max: MAX_CACHED });
  caches.set(index, cache);
  return cache;
}
