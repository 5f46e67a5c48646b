import { compress } from "./content-encoding.ts";
import { weakTag } from "./etag.ts";

/**
 * A small file that is kept in memory, such as a tile of a map: with a tag, and with gzip when the caller accepts it. An empty one is
 * answered 204.
 */
export class EncodedFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
  #gzipped: Promise<Buffer> | null = null;

  constructor(bytes: Buffer, contentType: string) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.etag = weakTag(bytes);
  }

  gzipped(): Promise<Buffer> {
    this.#gzipped ??= compress(this.bytes, "gzip", "passing");
    return this.#gzipped;
  }
}
