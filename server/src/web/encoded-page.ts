import type { SiteReply } from "../../../web/site/contract.ts";
import { COMPRESSED_FROM, compress, type Encoding } from "../platform/http/content-encoding.ts";
import { weakTag } from "../platform/http/etag.ts";

/** A reply of the website as bytes, with its tag, and with each encoding once a visitor asks for it. */
export class EncodedPage {
  readonly reply: Omit<SiteReply, "body">;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor({ body, ...reply }: SiteReply) {
    this.reply = reply;
    this.bytes = Buffer.from(body);
    this.etag = weakTag(this.bytes);
  }

  get isCompressible(): boolean {
    return this.bytes.length >= COMPRESSED_FROM && !/^image\/(?!svg)/.test(this.reply.type);
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    let known = this.#encoded.get(encoding);
    if (!known) {
      known = compress(this.bytes, encoding, "passing");
      this.#encoded.set(encoding, known);
    }
    return known;
  }

  /** Of a cache: the bytes, and what the encodings may add. */
  get size(): number {
    return this.bytes.length + (this.isCompressible ? this.bytes.length / 2 : 0);
  }
}
