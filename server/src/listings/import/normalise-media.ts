import { FieldReader, spelledOut } from "./field-reader.ts";
import type { FeedPhoto } from "./listing-record.ts";

const MOST_PHOTOS = 200;

/**
 * The photos of a record, the preferred one first, then by Order. Entries that are no photos, have no usable
 * address or repeat one are left out: a listing is worth more than its worst picture.
 */
export function readMedia(read: FieldReader): FeedPhoto[] {
  const entries = read.objects("Media").map((raw, at) => {
    const media = new FieldReader(raw);
    return {
      isPhoto: /^(photo|image)?$/i.test(media.text("MediaCategory") ?? ""),
      preferred: media.boolean("PreferredPhotoYN") === true,
      order: media.number("Order", { min: -1e9, max: 1e9 }) ?? at,
      photo: readPhoto(media),
    };
  });
  const photos = entries
    .filter(({ isPhoto, photo }) => isPhoto && isUsable(photo.url))
    .sort((a, b) => Number(b.preferred) - Number(a.preferred) || a.order - b.order)
    .map(({ photo }) => photo);
  return [...new Map(photos.map((photo) => [photo.url, photo])).values()].slice(0, MOST_PHOTOS);
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

/** The web's addresses, and those of files of our own. */
function isUsable(url: string): boolean {
  // PostgreSQL indexes no longer text than this.
  if (Buffer.byteLength(url) > 2000) return false;
  return /^https?:\/\//i.test(url) ? URL.canParse(url) : url.startsWith("/files/");
}
