import type { PhotoSize, PhotoState, PhotoStore, StoredPhoto } from "../photos/index.ts";
import type { Picture, Pictures } from "./brochure.ts";

/** The cover is not counted. Further photos are only on the listing's page. */
const MAX_GRID_PHOTOS = 24;
/** A request waits this long for photos that are not stored yet; they are in the next brochure. */
const PHOTO_TIMEOUT_MS = 8_000;
const RETRY_MS = 60_000;

/** URLs. */
export type BrochurePhotos = { listing: string[]; logo: string | null; agent: string | null };

export type FetchedPhotos = {
  listing: PhotoState[];
  logo: PhotoState | null;
  agent: PhotoState | null;
  /** The number of the listing's photos beyond the limit. */
  leftOut: number;
};

export async function fetchBrochurePhotos(
  photoStore: PhotoStore,
  photos: BrochurePhotos,
  { signal, withinMs = PHOTO_TIMEOUT_MS }: { signal: AbortSignal; withinMs?: number },
): Promise<FetchedPhotos> {
  const wanted = photos.listing.slice(0, 1 + MAX_GRID_PHOTOS);
  const others = [photos.logo, photos.agent].filter((url) => url !== null);
  const kept = await photoStore.fetchAll([...wanted, ...others], {
    withinMs,
    lane: "brochures",
    signal,
  });
  const rest = kept.slice(wanted.length);
  return {
    listing: kept.slice(0, wanted.length),
    logo: (photos.logo !== null && rest.shift()) || null,
    agent: (photos.agent !== null && rest.shift()) || null,
    leftOut: photos.listing.length - wanted.length,
  };
}

/** The files of the stored photos, and when missing ones may be available; `staleAt` is null when none is missing. */
export async function readPictures(
  photoStore: PhotoStore,
  kept: FetchedPhotos,
  now: Date,
): Promise<{ pictures: Pictures; staleAt: Date | null }> {
  const read = (photo: PhotoState | null | undefined, size: PhotoSize) =>
    photo?.status === "stored" ? readPicture(photoStore, photo, size) : null;
  // The first available photo is the cover.
  const [first, ...others] = kept.listing.filter((photo) => photo.status === "stored");
  const [cover, logo, agent, ...grid] = await Promise.all([
    read(first, "full"),
    read(kept.logo, "card"),
    read(kept.agent, "card"),
    ...others.map((photo) => read(photo, "card")),
  ]);
  const pictures: Pictures = {
    cover: cover ?? null,
    grid: grid.filter((picture) => picture !== null),
    more: kept.leftOut + kept.listing.filter((photo) => photo.status === "pending").length,
    logo: logo ?? null,
    agent: agent ?? null,
  };
  const soon = now.getTime() + RETRY_MS;
  const all = [...kept.listing, kept.logo, kept.agent];
  const stored = all.filter((photo) => photo?.status === "stored").length;
  const found = [pictures.cover, pictures.logo, pictures.agent, ...pictures.grid].filter(Boolean).length;
  const times = all.flatMap((photo) => {
    if (photo?.status === "failed") return photo.retryAt.getTime();
    return photo?.status === "pending" ? soon : [];
  });
  // A file is missing in the storage: the photo is fetched again.
  if (found < stored) times.push(soon);
  return { pictures, staleAt: times.length === 0 ? null : new Date(Math.min(...times)) };
}

async function readPicture(
  photoStore: PhotoStore,
  photo: StoredPhoto,
  size: PhotoSize,
): Promise<Picture | null> {
  const bytes = await photoStore.read(photo, size, "jpg");
  return bytes && { bytes: withOwnMemory(bytes), width: photo.width, height: photo.height };
}

/** Copies a buffer that shares its memory with others: the memory is transferred to another thread. */
function withOwnMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
