import type { FastifyReply, FastifyRequest } from "fastify";
import { unverifiedSessionId } from "../credential.ts";
import { addressKey } from "./address-key.ts";
import { type LimitState, type RateLimiter, rateLimitHeaders, tooMany } from "./rate-limiter.ts";
import { generalLimits, type RequestLimitName, rateLimits } from "./rate-limits.ts";

/** Counts against the general limits: the caller's, or the address's without verified credentials. */
export function countGeneral(
  limiter: RateLimiter,
  caller: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const names = caller === null ? generalLimits.unknown : generalLimits.known;
  return countRequest(limiter, names, { caller, request, reply, before: null });
}

type Counted = {
  caller: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** State of the nearest limit that has counted this request already. */
  before: LimitState | null;
};

/**
 * Counts a request against limits, one after the other; later limits do not count a request that an earlier one
 * refuses. The reply's headers show the limit that is nearest to exhaustion.
 *
 * @throws AppError 429
 */
export async function countRequest(
  limiter: RateLimiter,
  names: readonly RequestLimitName[],
  { caller, request, reply, before }: Counted,
): Promise<LimitState | null> {
  const spent = refusalOf(limiter, names, { caller, request });
  if (spent !== null) throw tooMany(spent);
  let closest = before;
  for (const name of names) {
    const key = keyOf(name, caller, request);
    const standing = await limiter.count(name, key);
    if (standing.refused) throw tooMany(standing);
    if (closest === null || isCloser(standing, closest)) closest = standing;
  }
  if (closest !== null && closest !== before) reply.headers(rateLimitHeaders(closest));
  return closest;
}

/**
 * The limit that is known to be exhausted. Of two, the one with the longer window sets Retry-After, and the shorter
 * one does not count.
 */
export function refusalOf(
  limiter: RateLimiter,
  names: readonly RequestLimitName[],
  { caller, request }: Pick<Counted, "caller" | "request">,
): LimitState | null {
  const refusals = names.flatMap((name) => limiter.refusal(name, keyOf(name, caller, request)) ?? []);
  return refusals.length > 0 ? refusals.reduce((a, b) => (isCloser(b, a) ? b : a)) : null;
}

function isCloser(one: LimitState, other: LimitState): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  return one.msBeforeReset > other.msBeforeReset;
}

function keyOf(name: RequestLimitName, caller: string | null, request: FastifyRequest): string {
  switch (rateLimits[name].scope) {
    case "global":
      return "everybody";
    case "caller":
      return caller ?? addressKey(request.ip);
    case "session":
      return unverifiedSessionId(request.headers) ?? addressKey(request.ip);
    case "address":
      return addressKey(request.ip);
  }
}
