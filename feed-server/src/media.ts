import { createHmac, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Behaviours } from "./behaviours.ts";
import { PHOTOS } from "./king-county.ts";
import type { FeedRecord } from "./resources.ts";

/** The photos: their addresses, signed where the server behaves so, and their bytes. */
export class Media {
  readonly #secret = randomBytes(32);
  /** Uses of signed addresses. */
  readonly #uses = new Map<string, number>();

  /** The address of a photo now. Each answer has another one where addresses are signed. */
  address(origin: string, media: FeedRecord, { signed_media }: Behaviours, now: number): string {
    const path = `/media/${encodeURIComponent(String(media.MediaKey))}/${media.file}`;
    if (signed_media === null) return origin + path;
    const until = now + signed_media.seconds * 1000;
    const nonce = randomBytes(6).toString("hex");
    return `${origin}${path}?until=${until}&nonce=${nonce}&signature=${this.#sign(`${path} ${until} ${nonce}`)}`;
  }

  /** The bytes, or the status of the refusal. */
  async read(url: URL, { signed_media }: Behaviours, now: number): Promise<Buffer | 403 | 404 | 410> {
    const file = /^\/media\/[^/]+\/([\w.-]+\.webp)$/.exec(url.pathname)?.[1];
    if (!file) return 404;
    if (signed_media !== null) {
      const [until, nonce] = [url.searchParams.get("until"), url.searchParams.get("nonce")];
      const signature = url.searchParams.get("signature") ?? "";
      if (signature !== this.#sign(`${url.pathname} ${until} ${nonce}`)) return 403;
      if (Number(until) < now) return 410;
      const uses = (this.#uses.get(signature) ?? 0) + 1;
      this.#uses.set(signature, uses);
      if (uses > signed_media.uses) return 403;
    }
    return readFile(join(PHOTOS, file)).catch(() => 404 as const);
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("hex").slice(0, 32);
  }
}
