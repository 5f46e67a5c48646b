import type { FastifyRequest } from "fastify";
import { addressKey } from "./address-key.ts";
import { refusalOf } from "./count-request.ts";
import type { KnownCallers } from "./known-callers.ts";
import { type LimitState, type RateLimiter, tooMany } from "./rate-limiter.ts";
import { generalLimits } from "./rate-limits.ts";

/** The exhausted general limit of a request's sender, from memory. Unverified credentials count for the address. */
export function exhaustedLimit(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  request: FastifyRequest,
): LimitState | null {
  if (!limiter.enabled) return null;
  const caller = knownCallers.cached(request.headers);
  const names = caller === null ? generalLimits.unknown : generalLimits.known;
  return refusalOf(limiter, names, { caller, request });
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
): void {
  const spent = exhaustedLimit(limiter, knownCallers, request);
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
