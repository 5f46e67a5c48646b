import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { OutboundError } from "./outbound-error.ts";

export type BodyLimits = {
  /** Of the reply. */
  maxBytes: number;
  /** How fast its body must come on average, once it has had some time. */
  pace?: { bytesPerSecond: number; afterMs: number };
  /** Told of every piece of the reply's body, kept or not. */
  received?: (bytes: number) => void;
};

const CHECK_MS = 500;

/**
 * The body of a reply.
 *
 * @throws OutboundError too_large; timeout when it comes more slowly than the request's pace: an idle timeout would be met by
 * one byte now and then.
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
      // Leaving the loop ends the connection.
      if (size > maxBytes) throw new OutboundError("too_large");
      chunks.push(chunk);
    }
  } finally {
    clearInterval(watch);
  }
  return Buffer.concat(chunks);
}
