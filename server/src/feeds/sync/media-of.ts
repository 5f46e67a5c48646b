import type { RawRecord } from "../../listings/index.ts";
import type { Metadata } from "../client/metadata.ts";
import type { Feed } from "../feed-row.ts";
import type { ByKey } from "./by-key.ts";

/** How the Media of listings is read from a server: with them, by itself, or not at all. */
export type MediaWay = "expand" | "resource" | "none";

/** As the feed is configured, where the server can do it; else the other way. */
export function mediaWay({ media }: Pick<Feed, "media">, metadata: Metadata): MediaWay {
  if (media === "none") return "none";
  const { Property, Media } = metadata;
  // What the metadata does not describe may be there all the same.
  const canExpand = !Property || Property.expands.includes("Media");
  const hasResource = Media !== undefined;
  if (media === "expand") return canExpand || !hasResource ? "expand" : "resource";
  return hasResource || !canExpand ? "resource" : "expand";
}

/** `$expand` of Property. */
export function expandOf(way: MediaWay): string | null {
  return way === "expand" ? "Media" : null;
}

/**
 * The Media of these listings as the server has it now, with addresses that are fresh. Listings without Media, or that are not
 * offered, are left out.
 *
 * @throws FeedError
 */
export async function readMediaOf(
  { byKey, way }: { byKey: ByKey; way: MediaWay },
  listingKeys: string[],
): Promise<Map<string, RawRecord[]>> {
  const found = new Map<string, RawRecord[]>();
  if (way === "none" || listingKeys.length === 0) return found;
  const pages =
    way === "resource"
      ? byKey.recordsWhere("Media", "ResourceRecordKey", listingKeys)
      : byKey.records("Property", listingKeys, { select: ["ListingKey"], expand: "Media" });
  for await (const records of pages) {
    for (const record of records) {
      if (way === "resource") add(found, String(record.ResourceRecordKey), [record]);
      else if (Array.isArray(record.Media)) add(found, String(record.ListingKey), record.Media);
    }
  }
  return found;
}

function add(found: Map<string, RawRecord[]>, key: string, media: RawRecord[]): void {
  const known = found.get(key);
  if (known) known.push(...media);
  else found.set(key, [...media]);
}
