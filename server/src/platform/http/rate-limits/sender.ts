import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { RateLimitName } from "./rate-limits.ts";

/** The API key or person of verified credentials. */
export type Caller = {
  /** What its requests are counted by. */
  key: string;
  /** Signed in by a cookie, and not with a key that has limits of its own. */
  isAtConsole: boolean;
  /** Limits that it has instead of the general ones, in requests. */
  limits: Partial<Record<RateLimitName, number>>;
  /** Whether public requests of it may name the visitor for whom they are made. */
  forwardsVisitors: boolean;
};

/** Whose limits a request counts against: the caller's, or the address's without one. */
export type Sender = { caller: Caller | null; address: string };

/**
 * A website that renders its pages on a server sends all of its visitors' requests from one address, with one key. A key that
 * forwards visitors names each in X-Forwarded-For: such a request is the visitor's own, as if it had come without the key.
 */
export function senderOf(request: FastifyRequest, caller: Caller | null, isPublic: boolean): Sender {
  const visitor = isPublic && caller?.forwardsVisitors ? forwardedVisitor(request) : null;
  return visitor === null ? { caller, address: request.ip } : { caller: null, address: visitor };
}

/** The last address of the header that our own proxies did not add; null without a valid one. */
function forwardedVisitor({ headers, ips }: FastifyRequest): string | null {
  const addedByProxies = (ips?.length ?? 1) - 1;
  const visitor = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1 - addedByProxies)
    ?.trim();
  return visitor && isIP(visitor) ? visitor : null;
}
