import type { FastifyReply, FastifyRequest } from "fastify";
import { unverifiedSessionId } from "../credential.ts";
import { addressKey } from "./address-key.ts";
import { type LimitState, type RateLimiter, rateLimitHeaders } from "./rate-limiter.ts";
import { generalLimits, type RequestLimitName, rateLimits } from "./rate-limits.ts";
import type { Sender } from "./sender.ts";

/** What a route's requests of unknown callers count as. */
type Counting = { asset?: true };

/** Counts against the general limits: the caller's, or the address's without verified credentials. */
export function countGeneral(
  limiter: RateLimiter,
  sender: Sender,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Counting = {},
) {
  return countRequest(limiter, generalLimitsOf(sender, route), { sender, request, reply, before: null });
}

export function generalLimitsOf({ caller }: Sender, { asset }: Counting = {}): readonly RequestLimitName[] {
  if (caller?.isAtConsole) return generalLimits.console;
  if (caller !== null) return generalLimits.known;
  return asset ? generalLimits.assets : generalLimits.unknown;
}

type Counted = {
  sender: Sender;
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
  { sender, request, reply, before }: Counted,
): Promise<LimitState | null> {
  const spent = refusalOf(limiter, names, { sender, request });
  if (spent !== null) throw limiter.tooMany(spent);
  let closest = before;
  for (const name of names) {
    const standing = await limiter.count(name, keyOf(name, sender, request), 1, sender.caller?.limits[name]);
    if (standing.refused) throw limiter.tooMany(standing);
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
  { sender, request }: Pick<Counted, "sender" | "request">,
): LimitState | null {
  const refusals = names.flatMap((name) => limiter.refusal(name, keyOf(name, sender, request)) ?? []);
  return refusals.length > 0 ? refusals.reduce((a, b) => (isCloser(b, a) ? b : a)) : null;
}

function isCloser(one: LimitState, other: LimitState): boolean {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining;
  return one.msBeforeReset > other.msBeforeReset;
}

function keyOf(name: RequestLimitName, { caller, address }: Sender, request: FastifyRequest): string {
  switch (rateLimits[name].scope) {
    case "global":
      return "everybody";
    case "caller":
      return caller?.key ?? addressKey(address);
    case "session":
      return unverifiedSessionId(request.headers) ?? addressKey(address);
    case "address":
      return addressKey(address);
  }
}
