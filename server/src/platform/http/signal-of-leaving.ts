import type { FastifyReply } from "fastify";

/**
 * Aborted when the caller leaves before the reply is whole. Not Fastify's request.signal: that is aborted as soon as the
 * body has been read.
 */
export function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
