import type { FastifyRequest } from "fastify";
import { type RouteFlags, takesIdempotencyKey } from "../route.ts";
import { addressKey } from "./address-key.ts";
import { type RateLimiter, tooMany } from "./rate-limiter.ts";
import type { RateLimitName } from "./rate-limits.ts";

const KILOBYTE = 1024;
/** Rows that most requests write, whatever their bodies: of a session, a preference, a kept reply. */
const PER_REQUEST_KB = 2;
/** Each item of a list becomes rows of its own: an event, what the listing is that it tells of, a sign of interest; and their indexes. */
const PER_ITEM_KB = 0.5;
/** How often what stands in a body is stored: in a lead, its timeline, mails about it, events for webhooks, indexes. */
const TIMES_BODY = 4;

/** Whether a request of nobody we know may add something to the database. */
function stores(route: RouteFlags, caller: string | null): boolean {
  if (caller !== null || route.permission !== "public" || route.signedForm) return false;
  return takesIdempotencyKey(route) || route.storesKilobytes !== undefined;
}

/** Browsing first: what it is refused does not count in the whole. */
function limitsOf({ browsing }: RouteFlags): RateLimitName[] {
  return browsing ? ["stored_by_browsing", "stored_kilobytes"] : ["stored_kilobytes"];
}

/**
 * Refuses an address that has stored as much as it may, before anything is read of its body.
 *
 * @throws AppError 429
 */
export function refuseFullAddress(
  limiter: RateLimiter,
  route: RouteFlags,
  { request, caller }: { request: FastifyRequest; caller: string | null },
): void {
  if (!limiter.enabled || !stores(route, caller)) return;
  for (const name of limitsOf(route)) {
    const refusal = limiter.refusal(name, addressKey(request.ip));
    if (refusal) throw tooMany(refusal);
  }
}

/**
 * Counts what a request may add to the database, once its input is known to be valid: what is refused before stores nothing.
 *
 * @throws AppError 429
 */
export async function countStoredBytes(
  limiter: RateLimiter,
  route: RouteFlags,
  request: FastifyRequest,
): Promise<void> {
  if (!limiter.enabled || !stores(route, request.auth.caller)) return;
  const kilobytes = kilobytesOf(route, request);
  for (const name of limitsOf(route)) await limiter.take(name, addressKey(request.ip), kilobytes);
}

/** Counts a reply that is kept for a repeat. It has been made: only what comes next is refused. */
export async function countKeptReply(
  limiter: RateLimiter,
  route: RouteFlags,
  request: FastifyRequest,
  body: string,
): Promise<void> {
  if (!limiter.enabled || !stores(route, request.auth.caller)) return;
  const kilobytes = Math.ceil(body.length / KILOBYTE);
  for (const name of limitsOf(route)) await limiter.count(name, addressKey(request.ip), kilobytes);
}

function kilobytesOf({ storesKilobytes = PER_REQUEST_KB }: RouteFlags, request: FastifyRequest): number {
  const { body, headers } = request;
  const bytes = Number(headers["content-length"] ?? lengthOf(body));
  return Math.ceil(storesKilobytes + (bytes * TIMES_BODY) / KILOBYTE + itemsIn(body) * PER_ITEM_KB);
}

/** Of a body that came in chunks. It has been parsed and is valid, so it is no deeper than its schema. */
function lengthOf(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body) ?? "");
}

function itemsIn(body: unknown): number {
  if (typeof body !== "object" || body === null) return 0;
  return Object.values(body).reduce((sum, field) => sum + (Array.isArray(field) ? field.length : 0), 0);
}
