import type { FastifyRequest } from "fastify";
import { type RouteFlags, takesIdempotencyKey } from "../route.ts";
import { addressKey } from "./address-key.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { RateLimitName } from "./rate-limits.ts";
import type { Sender } from "./sender.ts";

const KILOBYTE = 1024;
/**
 * Size of the rows that most requests write regardless of their body: of a session, a preference, an idempotent
 * reply.
 */
const PER_REQUEST_KB = 2;
/** Size of the rows per list item: an event, the listing it refers to, an interest signal; and their indexes. */
const PER_ITEM_KB = 0.5;
/** Number of copies of a body: in a lead, its timeline, mails about it, events for webhooks, indexes. */
const TIMES_BODY = 4;

/** True when an unauthenticated request may add rows to the database. */
function stores(route: RouteFlags, caller: string | null): boolean {
  if (caller !== null || route.permission !== "public" || route.signedForm) return false;
  return takesIdempotencyKey(route) || route.storesKilobytes !== undefined;
}

/** The browsing limit is first, so that its refusals do not count against the total. */
function limitsOf({ browsing }: RouteFlags): RateLimitName[] {
  return browsing ? ["stored_by_browsing", "stored_kilobytes"] : ["stored_kilobytes"];
}

/**
 * Refuses an address that has used up its storage, before the body is read.
 *
 * @throws AppError 429
 */
export function refuseFullAddress(
  limiter: RateLimiter,
  route: RouteFlags,
  { caller, address }: Sender,
): void {
  if (!limiter.enabled || !stores(route, caller?.key ?? null)) return;
  for (const name of limitsOf(route)) {
    const refusal = limiter.refusal(name, addressKey(address));
    if (refusal) throw limiter.tooMany(refusal);
  }
}

/**
 * Counts the storage of a request after validation: invalid requests store nothing.
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
  for (const name of limitsOf(route)) await limiter.take(name, addressKey(request.auth.address), kilobytes);
}

/**
 * Counts a reply that is stored for idempotent repeats. The reply is sent in any case: only later requests are
 * refused.
 */
export async function countKeptReply(
  limiter: RateLimiter,
  route: RouteFlags,
  request: FastifyRequest,
  body: string,
): Promise<void> {
  if (!limiter.enabled || !stores(route, request.auth.caller)) return;
  const kilobytes = Math.ceil(body.length / KILOBYTE);
  for (const name of limitsOf(route)) await limiter.count(name, addressKey(request.auth.address), kilobytes);
}

function kilobytesOf({ storesKilobytes = PER_REQUEST_KB }: RouteFlags, request: FastifyRequest): number {
  const { body, headers } = request;
  const bytes = Number(headers["content-length"] ?? lengthOf(body));
  return Math.ceil(storesKilobytes + (bytes * TIMES_BODY) / KILOBYTE + itemsIn(body) * PER_ITEM_KB);
}

/** Length of a chunked body. It was validated, so its depth is bounded by its schema. */
function lengthOf(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body) ?? "");
}

function itemsIn(body: unknown): number {
  if (typeof body !== "object" || body === null) return 0;
  return Object.values(body).reduce((sum, field) => sum + (Array.isArray(field) ? field.length : 0), 0);
}
