import type { TenantContext } from "../../platform/context.ts";
import { publicListing } from "../public-listing.sql.ts";
import type { UsesListings } from "../services.ts";
import type { SourceState } from "./read-source-states.ts";

/** What the source of a listing asks to be printed with it, null where it asks for nothing. */
export type SourceNotices = { disclaimer: string | null; copyright: string | null };

/** Of a listing that the public of the brokerage may see; nothing of another one. */
export async function sourceNotices(
  ctx: TenantContext<UsesListings>,
  listingId: string,
): Promise<SourceNotices> {
  const listing = await publicListing(ctx.db, listingId, ctx.tenant.sourceIds);
  const source = listing && (await ctx.listings.sources.find(listing.source_id));
  return source ? noticesOf(source, ctx.clock.now()) : { disclaimer: null, copyright: null };
}

export function noticesOf(source: SourceState, now: Date): SourceNotices {
  const { disclaimer, copyright } = source.rules;
  return { disclaimer: filledIn(disclaimer, source, now), copyright: filledIn(copyright, source, now) };
}

// The default time zone of listings: in UTC, the evening has tomorrow's date.
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/Boise" });
const year = new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone: "America/Boise" });

/** `{year}`, `{as_of}` (the day of the last update) and `{source_name}` are filled in; other braces stay. */
function filledIn(text: string | null, { rules, lastUpdatedAt }: SourceState, now: Date): string | null {
  if (text === null) return null;
  return text
    .replaceAll("{year}", () => year.format(now))
    .replaceAll("{as_of}", () => day.format(lastUpdatedAt ?? now))
    .replaceAll("{source_name}", () => rules.source_name);
}
