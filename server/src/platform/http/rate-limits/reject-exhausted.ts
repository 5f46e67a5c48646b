import type { FastifyRequest } from "fastify";
import { addressKey } from "./address-key.ts";
import { generalLimitsOf, refusalOf } from "./count-request.ts";
import type { KnownCallers } from "./known-callers.ts";
import type { LimitState, RateLimiter } from "./rate-limiter.ts";
import { generalLimits } from "./rate-limits.ts";
import { senderOf } from "./sender.ts";

/** `isPublic`: whether the request may be a visitor's that a website forwards. */
type Judged = { isPublic?: boolean; asset?: true };

/** The exhausted general limit of a request's sender, from memory. Unverified credentials count for the address. */
export function exhaustedLimit(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  request: FastifyRequest,
  { isPublic = true, ...counting }: Judged = {},
): LimitState | null {
  if (!limiter.enabled || request.isInner) return null;
  const sender = senderOf(request, knownCallers.cached(request.headers), isPublic);
  return refusalOf(limiter, generalLimitsOf(sender, counting), { sender, request });
}

/**
 * Refuses a sender over a general limit before any lookup of credentials or domain.
 *
 * @throws AppError 429
 */
export function rejectExhausted(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  request: FastifyRequest,
  judged: Judged = {},
): void {
  const spent = exhaustedLimit(limiter, knownCallers, request, judged);
  if (spent !== null) throw limiter.tooMany(spent);
}

/**
 * Reserves a lookup of unknown credentials: concurrent lookups per address are bounded by what its limit has left, as
 * each may fail and count.
 *
 * @returns the release function.
 * @throws AppError 429
 */
export function reserveLookup(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  { headers, ip, isInner }: FastifyRequest,
): () => void {
  if (!limiter.enabled || isInner || !knownCallers.isUnverified(headers)) return () => {};
  const address = addressKey(ip);
  const [name] = generalLimits.unknown;
  const left = limiter.remaining(name, address);
  const release = knownCallers.reserve(address, left);
  if (release === null) throw limiter.tooMany(limiter.fullWindow(name));
  return release;
}
