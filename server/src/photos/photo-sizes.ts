import { FILES_PATH } from "../platform/storage/file-storage.ts";
import { contentName } from "../platform/storage/keys.ts";

/** Longest sides in pixels, largest first; smaller photos are not enlarged. */
export const photoSizes = { full: 1600, card: 800, thumb: 320 } as const;
export type PhotoSize = keyof typeof photoSizes;

export const photoFormats = ["jpg", "webp"] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** Derived from the content: identical photos share their files. */
export function storageKeyOf(bytes: Uint8Array): string {
  const name = contentName(bytes);
  return `photos/${name.slice(0, 2)}/${name}`;
}

/** The name of the JPEG behind the name of a WebP file; null for all other names. */
export function jpegBehind(key: string): string | null {
  return WEBP.test(key) ? key.replace(/webp$/, "jpg") : null;
}

const WEBP = new RegExp(`^photos/[0-9a-f]{2}/[0-9a-f]{32}-(?:${Object.keys(photoSizes).join("|")})\\.webp$`);

/** The storage key of one of a photo's files. */
export function fileOf(storageKey: string, size: PhotoSize, format: PhotoFormat): string {
  return `${storageKey}-${size}.${format}`;
}

/** The address of a stored photo without our host. */
export function addressOfCopy(storageKey: string): string {
  return FILES_PATH + fileOf(storageKey, "full", "jpg");
}

/** The same as SQL text. `storageKey`: a text expression; null where it is. */
export function copyAddress(storageKey: string): string {
  return `'${FILES_PATH}' || ${storageKey} || '${fileOf("", "full", "jpg")}'`;
}
