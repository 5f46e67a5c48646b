import { createHash } from "node:crypto";

/** What tells one picture from another: where it is, and what its MLS says of it. */
export type Picture = { url: string; caption: string | null; image_of: string | null };

/** Hex; photos with the same key are read once. */
export function pictureKey({ url, caption, image_of }: Picture): string {
  return createHash("sha256")
    .update(JSON.stringify([url, caption, image_of]))
    .digest("hex");
}
