import { FieldReader, spelledOut } from "./field-reader.ts";
import { type FeedPhoto, photoKey } from "./listing-record.ts";

const MAX_PHOTOS = 200;

/**
 * The photos of a record, the preferred one first, then by Order. Entries that are no photos, are deleted or not for the public,
 * have no usable address or repeat one are left out without rejecting the record.
 */
export function readMedia(read: FieldReader): FeedPhoto[] {
  const entries: { photo: FeedPhoto; isPreferred: boolean; order: number }[] = [];
  for (const [at, raw] of read.objects("Media").entries()) {
    const media = new FieldReader(raw);
    const category = media.text("MediaCategory");
    if (category !== null && !/^(photo|image)$/i.test(category)) continue;
    if (!isPublicMedia(media)) continue;
    const photo = readPhoto(media);
    if (!isUsable(photo.url)) continue;
    const isPreferred = media.boolean("PreferredPhotoYN") === true;
    entries.push({ photo, isPreferred, order: media.number("Order", { min: -1e9, max: 1e9 }) ?? at });
  }
  entries.sort((a, b) => Number(b.isPreferred) - Number(a.isPreferred) || a.order - b.order);
  const byUrl = new Map(entries.map(({ photo }) => [photo.url, photo]));
  const byKey = new Map([...byUrl.values()].map((photo) => [photoKey(photo), photo]));
  return [...byKey.values()].slice(0, MAX_PHOTOS);
}

/** RESO: MediaStatus Deleted; a Permission that names neither the public nor IDX websites. */
function isPublicMedia(media: FieldReader): boolean {
  if (/^deleted$/i.test(media.text("MediaStatus") ?? "")) return false;
  const permissions = media.list("Permission");
  return permissions.length === 0 || permissions.some((permission) => /^(public|idx)$/i.test(permission));
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
    modified_at: media.timestamp("MediaModificationTimestamp") ?? media.timestamp("ModificationTimestamp"),
  };
}

/** Web addresses, and the paths of files that this server holds. */
function isUsable(url: string): boolean {
  // PostgreSQL cannot index longer text.
  if (url.length > 500 && Buffer.byteLength(url) > 2000) return false;
  return /^https?:\/\//i.test(url) ? URL.canParse(url) : url.startsWith("/files/");
}
