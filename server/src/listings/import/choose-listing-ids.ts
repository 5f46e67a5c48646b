import type { FoldedListing } from "./fold-batch.ts";
import type { PublicId } from "./known-listings.sql.ts";

/** The public id of a listing whose own id belongs to another source. */
export function prefixedId(source: { name: string }, listingId: string): string {
  return `${source.name}-${listingId}`;
}

/** `holder`: the key of this source's listing that has the public id. */
export type Refusal = { reason: string; holder: string | null };

/**
 * The public id of each listing to store. It is unique on the platform: an id of another source gets the name of this source in
 * front, and a second use within one source is refused.
 */
export function chooseListingIds(
  listings: FoldedListing[],
  source: { id: number; name: string },
  inUse: PublicId[],
): { ids: Map<string, string>; refused: Map<string, Refusal> } {
  const holder = new Map(inUse.map((use) => [use.listing_id, use]));
  const ids = new Map<string, string>();
  const refused = new Map<string, Refusal>();
  for (const { key, known, record } of listings) {
    if (!record) continue;
    const wanted = record.listing_id;
    const prefixed = prefixedId(source, wanted);
    const isElsewhere = (held: PublicId | undefined) => held !== undefined && held.source_id !== source.id;
    const chosen = known?.listing_id === prefixed || isElsewhere(holder.get(wanted)) ? prefixed : wanted;
    const held = holder.get(chosen);
    if (held && !(held.source_id === source.id && held.listing_key === key)) {
      const holder = isElsewhere(held) ? "another source" : `ListingKey ${held.listing_key} of this source`;
      refused.set(key, {
        reason: `ListingId ${chosen} belongs to ${holder}`,
        holder: isElsewhere(held) ? null : held.listing_key,
      });
      continue;
    }
    ids.set(key, chosen);
    holder.set(chosen, { listing_id: chosen, source_id: source.id, listing_key: key });
  }
  return { ids, refused };
}
