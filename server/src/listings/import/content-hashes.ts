import { hash } from "node:crypto";
import type { ContentHashes, FeedPhoto, ListingRecord } from "./listing-record.ts";

/** Of the values alone: field names are the same in every record, and would double the work. */
export function hashesOf(record: ListingRecord): ContentHashes {
  const { photos, ...rest } = record;
  const [values, photosJson] = [JSON.stringify(Object.values(rest)), JSON.stringify(photos)];
  return {
    // The JSON text of all values: photos are the last one.
    content: hash("sha1", `${values.slice(0, -1)},${photosJson}]`),
    photos: photos.length === 0 ? NO_PHOTOS : hash("sha1", photosJson),
  };
}

/**
 * Of a record whose photos are copied. An address that its server signs is another one each time that it is read: a photo that is
 * known by its MediaKey and time has not changed with it.
 */
export function hashesOfCopied(record: ListingRecord): ContentHashes {
  return hashesOf({ ...record, photos: record.photos.map(withoutAddress) });
}

function withoutAddress(photo: FeedPhoto): FeedPhoto {
  return photo.media_key !== null && photo.modified_at !== null ? { ...photo, url: "" } : photo;
}

const NO_PHOTOS = hash("sha1", "[]");
