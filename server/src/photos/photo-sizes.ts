import { contentName } from "../platform/storage/keys.ts";

/** Longest sides in pixels, the largest first; smaller photos are never enlarged. */
export const photoSizes = { full: 1600, card: 800, thumb: 320 } as const;
export type PhotoSize = keyof typeof photoSizes;

export const photoFormats = ["jpg", "webp"] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** Pictures that are the same, byte for byte, have the same files. */
export function storageKeyOf(bytes: Uint8Array): string {
  const name = contentName(bytes);
  return `photos/${name.slice(0, 2)}/${name}`;
}

/** Of the name of one of its WebP files, the name of the JPEG that it is made of; null of all other names. */
export function jpegBehind(key: string): string | null {
  return WEBP.test(key) ? key.replace(/webp$/, "jpg") : null;
}

const WEBP = new RegExp(`^photos/[0-9a-f]{2}/[0-9a-f]{32}-(?:${Object.keys(photoSizes).join("|")})\\.webp$`);

/** The name of one of its files in the storage. */
export function fileOf(storageKey: string, size: PhotoSize, format: PhotoFormat): string {
  return `${storageKey}-${size}.${format}`;
}
