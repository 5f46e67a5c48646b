import type { FastifyReply, FastifyRequest } from "fastify";
import { countRequest } from "./count-request.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { generalLimits } from "./rate-limits.ts";

/**
 * Counts a file of a page, such as a photo or a script, against the limit that files and tiles of maps have of their own.
 *
 * @throws AppError 429
 */
export async function countAsset(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!limiter.enabled || request.isInner) return;
  const sender = { caller: null, address: request.ip };
  await countRequest(limiter, generalLimits.assets, { sender, request, reply, before: null });
}
