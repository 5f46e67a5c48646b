import { expandOf, mediaWay } from "./media-of.ts";
import { keyOfRecord } from "./record-fields.ts";
import type { Sync } from "./sync.ts";

/** Reads listings by their keys and stores them. Returns the keys that the server does not have. @throws FeedError */
export async function refetchListings(sync: Sync, keys: string[]): Promise<string[]> {
  const missing = new Set(keys);
  const expand = expandOf(mediaWay(sync.feed, sync.metadata));
  for await (const records of sync.byKey.records("Property", [...missing], { expand })) {
    await sync.writer.store(records);
    for (const record of records) missing.delete(keyOfRecord("Property", record) ?? "");
  }
  return [...missing];
}
