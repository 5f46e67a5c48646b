import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { compress, type Encoding } from "./content-encoding.ts";

/** Deeper than any valid body. */
export const MAX_DEPTH = 32;

type Done = (error: Error | null, body?: unknown) => void;

/** Parses bodies of a content type as JSON in this scope. Too deep nesting is refused before parsing. */
export function acceptJson(scope: FastifyInstance, contentType: "application/json" | "text/plain"): void {
  const parse = scope.getDefaultJsonParser("error", "error");
  scope.addContentTypeParser(
    contentType,
    { parseAs: "string" },
    (request: FastifyRequest, body: string, done: Done) => {
      // Many clients send the JSON content type without a body.
      if (body === "" && contentType === "application/json") return done(null, undefined);
      if (isNestedTooDeeply(body)) return done(tooDeep(request));
      parse(request, body, done);
    },
  );
}

/** Counts the brackets of a JSON text outside its strings, in one pass. Invalid JSON is left to the parser. */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > MAX_DEPTH) return true;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case QUOTE:
        index = endOfString(text, index + 1);
    }
  }
  return false;
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function endOfString(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) return index;
  }
  return text.length;
}

function tooDeep({ routeOptions }: FastifyRequest): AppError {
  const msg = `body must be nested at most ${MAX_DEPTH} levels deep`;
  return routeOptions.config.invalidBody === 400
    ? new AppError("bad_request", msg)
    : new AppError("invalid", [{ loc: ["body"], msg, type: "value_error" }]);
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Status for an invalid body, when it is not 422. */
    invalidBody?: 400;
  }
}

/** A reply body that is encoded already: listing pages are assembled from encoded cards. With a tag, a repeat may answer 304. */
export class EncodedJson {
  readonly bytes: Buffer;
  readonly etag: string | undefined;
  readonly #compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(json: string | Buffer, etag?: string) {
    this.bytes = typeof json === "string" ? Buffer.from(json) : json;
    this.etag = etag;
  }

  /** Made once: replies that are kept are sent more than once. */
  compressed(encoding: Encoding): Promise<Buffer> {
    this.#compressed[encoding] ??= compress(this.bytes, encoding, "passing");
    return this.#compressed[encoding];
  }
}
