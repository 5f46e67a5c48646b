import { FieldReader, spelledOut } from "./field-reader.ts";
import type { FeedPhoto } from "./listing-record.ts";

const MAX_PHOTOS = 200;

/**
 * The photos of a record, the preferred one first, then by Order. Entries that are no photos, have no usable address or repeat
 * one are left out without rejecting the record.
 */
export function readMedia(read: FieldReader): FeedPhoto[] {
  const entries: { photo: FeedPhoto; isPreferred: boolean; order: number }[] = [];
  for (const [at, raw] of read.objects("Media").entries()) {
    const media = new FieldReader(raw);
    const category = media.text("MediaCategory");
    if (category !== null && !/^(photo|image)$/i.test(category)) continue;
    const photo = readPhoto(media);
    if (!isUsable(photo.url)) continue;
    const isPreferred = media.boolean("PreferredPhotoYN") === true;
    entries.push({ photo, isPreferred, order: media.number("Order", { min: -1e9, max: 1e9 }) ?? at });
  }
  entries.sort((a, b) => Number(b.isPreferred) - Number(a.isPreferred) || a.order - b.order);
  const byUrl = new Map(entries.map(({ photo }) => [photo.url, photo]));
  return [...byUrl.values()].slice(0, MAX_PHOTOS);
}

function readPhoto(media: FieldReader): FeedPhoto {
  const imageOf = media.text("ImageOf");
  return {
    url: media.text("MediaURL", 2000) ?? "",
    media_key: media.text("MediaKey", 255),
    caption: media.text("ShortDescription", 1000),
    long_description: media.text("LongDescription", 4000),
    image_of: imageOf === null ? null : spelledOut(imageOf),
    width: media.integer("ImageWidth", { min: 0, max: 100_000 }),
    height: media.integer("ImageHeight", { min: 0, max: 100_000 }),
    modified_at: media.timestamp("MediaModificationTimestamp"),
  };
}

/** Web addresses, and the paths of files that this server holds. */
function isUsable(url: string): boolean {
  // PostgreSQL cannot index longer text.
  if (url.length > 500 && Buffer.byteLength(url) > 2000) return false;
  return /^https?:\/\//i.test(url) ? URL.canParse(url) : url.startsWith("/files/");
}
