import type { FastifyRequest } from "fastify";
import { addressKey } from "./address-key.ts";
import { generalLimitsOf, refusalOf } from "./count-request.ts";
import type { KnownCallers } from "./known-callers.ts";
import { type LimitState, type RateLimiter, tooMany } from "./rate-limiter.ts";
import { generalLimits } from "./rate-limits.ts";
import { senderOf } from "./sender.ts";

/**
 * The exhausted general limit of a request's sender, from memory. Unverified credentials count for the address.
 *
 * @param isPublic whether the request may be a visitor's that a website forwards.
 */
export function exhaustedLimit(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  request: FastifyRequest,
  isPublic = true,
): LimitState | null {
  if (!limiter.enabled) return null;
  const sender = senderOf(request, knownCallers.cached(request.headers), isPublic);
  return refusalOf(limiter, generalLimitsOf(sender), { sender, request });
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
  isPublic = true,
): void {
  const spent = exhaustedLimit(limiter, knownCallers, request, isPublic);
  if (spent !== null) throw tooMany(spent);
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
  { headers, ip }: FastifyRequest,
): () => void {
  if (!limiter.enabled || !knownCallers.isUnverified(headers)) return () => {};
  const address = addressKey(ip);
  const [name] = generalLimits.unknown;
  const left = limiter.remaining(name, address);
  const release = knownCallers.reserve(address, left);
  if (release === null) throw tooMany(limiter.fullWindow(name));
  return release;
}
