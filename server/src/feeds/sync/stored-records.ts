import { type RawRecord, storedPhotoTimes, storedVersions } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Feed } from "../feed-row.ts";
import { mediaWay } from "./media-of.ts";
import { isGone, keyIn, keyOfRecord, storedTime } from "./record-fields.ts";
import type { Sync } from "./sync.ts";

type Stored = { ctx: { db: Db }; feed: Pick<Feed, "source"> };

/**
 * Each refresh begins with an overlap, which holds at least the last record of the one before. What is stored under the same time needs
 * no second look where that costs a request: the Media of listings that is read by itself.
 */
export async function storedAsTheyAre(
  sync: Stored & Pick<Sync, "feed" | "cursors" | "metadata">,
  records: RawRecord[],
): Promise<ReadonlySet<RawRecord>> {
  const { ctx, feed, cursors, metadata } = sync;
  if (!cursors.Property?.complete || mediaWay(feed, metadata) !== "resource") return new Set();
  const keys = records.flatMap((record) => keyOfRecord("Property", record) ?? []);
  const versions = await storedVersions(ctx.db, feed.source.id, keys);
  const timeOf = new Map(
    versions
      .filter(({ status }) => status !== "Delete")
      .map(({ listing_key, as_of }) => [listing_key, as_of?.getTime() ?? null]),
  );
  return new Set(
    records.filter((record) => {
      const time = storedTime(record);
      return time !== null && !isGone(record) && time === timeOf.get(keyOfRecord("Property", record) ?? "");
    }),
  );
}

/** The keys of listings with Media that is not stored under its time, or not at all. */
export async function listingsWithOtherMedia({ ctx, feed }: Stored, media: RawRecord[]): Promise<string[]> {
  const listings = [...new Set(media.flatMap((record) => listingOf(record) ?? []))];
  const stored = await storedPhotoTimes(ctx.db, feed.source.id, listings);
  const timeOf = new Map(
    stored.map(({ listing_key, media_key, modified_at }) => [
      `${listing_key} ${media_key}`,
      modified_at?.getTime(),
    ]),
  );
  const others = media.filter((record) => {
    const time = storedTime(record);
    return time === null || time !== timeOf.get(`${listingOf(record)} ${keyOfRecord("Media", record)}`);
  });
  return [...new Set(others.flatMap((record) => listingOf(record) ?? []))];
}

function listingOf({ ResourceRecordKey }: RawRecord): string | null {
  return keyIn(ResourceRecordKey);
}
