import type { Readable } from "node:stream";

/** A reply that is not JSON: a document, an image or a page. */
export class Download {
  readonly body: Buffer | Readable;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  readonly status: number;

  constructor(
    body: Buffer | Readable,
    contentType: string,
    headers: Record<string, string> = {},
    status = 200,
  ) {
    this.body = body;
    this.contentType = contentType;
    this.headers = headers;
    this.status = status;
  }
}
