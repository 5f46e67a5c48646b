import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";

const HEADER = "x-lintel-inner-call";

/** Known to this process alone, and to no reply or log of it. */
const secret = randomBytes(32).toString("base64url");

/**
 * The mark of a call by which this process asks its own API (`app.inject`) for a visitor whose request was counted already, such as that
 * of a page: a header of the call. It is not counted again (web.md, W1).
 */
export const innerCall: Readonly<Record<string, string>> = { [HEADER]: secret };

/** Reads the mark, and takes it off every request: nothing behind this hook sees the header. */
export function readInnerCalls(app: FastifyInstance): void {
  app.decorateRequest("isInner", false);
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const given = headers[HEADER];
    if (given !== undefined) {
      delete headers[HEADER];
      request.isInner = isSecret(String(given));
    }
    done();
  });
}

function isSecret(given: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether this process asks its own API for a visitor whose request was counted already. */
    isInner: boolean;
  }
}
