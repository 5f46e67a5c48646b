import type { FastifyRequest } from "fastify";
import { addressKey } from "./address-key.ts";
import { refusalOf } from "./count-request.ts";
import type { KnownCallers } from "./known-callers.ts";
import { type RateLimiter, type Standing, tooMany } from "./rate-limiter.ts";
import { generalLimits } from "./rate-limits.ts";

/**
 * The general limit that has run out for whoever sends a request, from memory alone. Credentials that nobody has shown to
 * be good lately are anybody's: they count for the address.
 */
export function spentLimit(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  request: FastifyRequest,
): Standing | null {
  if (!limiter.enabled) return null;
  const caller = knownCallers.recall(request.headers);
  const names = caller === null ? generalLimits.unknown : generalLimits.known;
  return refusalOf(limiter, names, { caller, request });
}

/**
 * Refuses who is over a general limit before any work is done for them: no credentials are looked up, and no domain.
 *
 * @throws AppError 429
 */
export function refuseSpent(limiter: RateLimiter, knownCallers: KnownCallers, request: FastifyRequest): void {
  const spent = spentLimit(limiter, knownCallers, request);
  if (spent !== null) throw tooMany(spent);
}

/**
 * Reserves a place for looking up credentials that are not known: from one address no more at once than its limit has
 * left, as each may turn out to be bad and count.
 *
 * @returns what gives the place back.
 * @throws AppError 429
 */
export function reserveLookup(
  limiter: RateLimiter,
  knownCallers: KnownCallers,
  { headers, ip }: FastifyRequest,
): () => void {
  if (!limiter.enabled || !knownCallers.isStranger(headers)) return () => {};
  const address = addressKey(ip);
  const [name] = generalLimits.unknown;
  const left = limiter.remaining(name, address);
  const release = knownCallers.reserve(address, left);
  if (release === null) throw tooMany(limiter.fullWindow(name));
  return release;
}
