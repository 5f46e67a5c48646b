import type { FastifyReply } from "fastify";

/**
 * Aborted when the caller disconnects before the reply is complete. Fastify's request.signal is aborted as soon as
 * the body has been read.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
