import { createHash } from "node:crypto";

/** The identity of a picture: its URL and its MLS metadata. */
export type Picture = { url: string; caption: string | null; image_of: string | null };

/** Hexadecimal; photos with the same key share one enrichment. */
export function pictureKey({ url, caption, image_of }: Picture): string {
  return createHash("sha256")
    .update(JSON.stringify([url, caption, image_of]))
    .digest("hex");
}
