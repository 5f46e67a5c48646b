import type { Db } from "../platform/database/database.ts";
import { type ListingProse, listingProse } from "./listing-prose.sql.ts";
import { shownFields } from "./rules/shown-fields.ts";
import type { SourceStates } from "./rules/source-states.ts";

/** `listingProse` as the rules of the listings' sources allow models to read it. Parsed here only where a source restricts anything. */
export async function shownProse(db: Db, sources: SourceStates, ids: readonly number[]): Promise<string> {
  const prose = await listingProse(db, ids);
  if (!sources.areRestricted) return prose;
  const listings = JSON.parse(prose) as (ListingProse & { source_id: number })[];
  return JSON.stringify(
    listings
      .filter(({ source_id }) => sources.of(source_id)?.rules.ai ?? true)
      .map((listing) => shownFields(listing, sources.hiddenOf(listing.source_id))),
  );
}
