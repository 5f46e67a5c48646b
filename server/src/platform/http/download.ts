import type { Readable } from "node:stream";

/** A reply that is not JSON: a document or a picture. */
export class Download {
  readonly body: Buffer | Readable;
  readonly contentType: string;
  readonly headers: Record<string, string>;

  constructor(body: Buffer | Readable, contentType: string, headers: Record<string, string> = {}) {
    this.body = body;
    this.contentType = contentType;
    this.headers = headers;
  }
}
