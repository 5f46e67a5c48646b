import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { OutboundError } from "./outbound-error.ts";

export type BodyLimits = {
  /** Limit of the reply's body. */
  maxBytes: number;
  /** Minimum average speed of the body after a grace period. */
  pace?: { bytesPerSecond: number; afterMs: number };
  /** Called for each chunk of the reply's body, kept or not. */
  received?: (bytes: number) => void;
};

const CHECK_MS = 500;

/**
 * Reads the body of a reply.
 *
 * @throws OutboundError too_large; timeout when it is slower than the request's pace, which an idle timeout alone
 * would not detect.
 */
export async function readBody(
  headers: IncomingHttpHeaders,
  body: Dispatcher.ResponseData["body"],
  { maxBytes, pace, received }: BodyLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(headers["content-length"] ?? 0) > maxBytes) {
    body.on("error", () => {}).destroy();
    throw new OutboundError("too_large");
  }
  const began = performance.now();
  const watch =
    pace &&
    setInterval(() => {
      const ms = performance.now() - began;
      if (ms < pace.afterMs || size >= (pace.bytesPerSecond * ms) / 1000) return;
      body.destroy(new OutboundError("timeout"));
    }, CHECK_MS);
  try {
    for await (const chunk of body) {
      size += chunk.length;
      received?.(chunk.length);
      // Leaving the loop closes the connection.
      if (size > maxBytes) throw new OutboundError("too_large");
      chunks.push(chunk);
    }
  } finally {
    clearInterval(watch);
  }
  return Buffer.concat(chunks);
}
