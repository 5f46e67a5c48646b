import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hashOfLinkCode, newLinkCode } from "../../client-tokens/index.ts";
import type { Context, TenantContext } from "../../platform/context.ts";
import { type DataSubject, isAddress } from "../../platform/data-subject.ts";
import { AppError } from "../../platform/errors.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import { findClientId, findSession } from "../../visitors/index.ts";

/** How long a link is valid. */
export const LINK_MS = 15 * 60_000;
const MAX_PENDING = 3;
const DAY_MS = 86_400_000;
/**
 * Unused links per email and day, by one sender and in total. A used link proves that its mail was wanted and does
 * not count. A single sender cannot exhaust the total.
 */
const MAX_UNUSED_PER_DAY = { bySender: 12, byAll: 36 };
/** A token has 43 characters; the specification allows this many. */
const MAX_TOKEN_LENGTH = 64;

export type MagicLink = { id: number; email: string };

/**
 * Creates a link for an email, in a transaction that holds the person's lock (`lockPerson`), so that concurrent
 * requests leave at most three pending. Used and expired links are not pending.
 *
 * @param requestId an id of the request that its sender has chosen, for `requireLinkOfCode`.
 * @returns its id, and the token and the code, which are stored nowhere.
 * @throws AppError 429 while three are pending, or when too many of the last day are unused (`assertDailyLimit`).
 */
export async function createLink(
  ctx: TenantContext,
  email: string,
  requestId: string | null = null,
): Promise<{ id: number; token: string; code: string }> {
  const { brokerageId } = ctx.tenant;
  const now = ctx.clock.now();
  await assertPendingLimit(ctx, { brokerageId, email }, now);
  await assertDailyLimit(ctx, { brokerageId, email }, now);
  const token = randomBytes(32).toString("base64url");
  const tokenHash = hashOf(token);
  const code = newLinkCode();
  const { id } = await ctx.db
    .insertInto("magic_links")
    .values({
      brokerage_id: brokerageId,
      email,
      token_hash: tokenHash,
      code_hash: hashOfLinkCode(ctx, tokenHash, code),
      request_id: requestId,
      session_id: ctx.sessionId,
      sender: senderOf(ctx),
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token, code };
}

/** Index magic_links_email. */
async function assertPendingLimit(
  ctx: Context,
  { brokerageId, email }: DataSubject,
  now: Date,
): Promise<void> {
  const pending = await ctx.db
    .selectFrom("magic_links")
    .select("expires_at")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("expires_at", "desc")
    .limit(MAX_PENDING)
    .execute();
  if (pending.length < MAX_PENDING) return;
  const oldest = pending.at(-1) as { expires_at: Date };
  throw tooMany(oldest.expires_at, now);
}

/**
 * Prevents using the endpoint to flood an address with mail. A sender who verified the email before has a separate
 * quota, however many links others requested. Index magic_links_email.
 */
async function assertDailyLimit(ctx: TenantContext, person: DataSubject, now: Date): Promise<void> {
  const links = await ctx.db
    .selectFrom("magic_links")
    .select(["created_at", "sender", "used_at"])
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .where("created_at", ">", new Date(now.getTime() - DAY_MS))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const sender = senderOf(ctx);
  const unused = links.filter((each) => each.used_at === null);
  const own = unused.filter((each) => each.sender === sender);
  const [ownFull, full] = [own[MAX_UNUSED_PER_DAY.bySender - 1], unused[MAX_UNUSED_PER_DAY.byAll - 1]];
  if (ownFull) throw tooMany(new Date(ownFull.created_at.getTime() + DAY_MS), now);
  if (!full) return;
  const isKnown = links.some((each) => each.used_at !== null && each.sender === sender);
  if (!isKnown && !(await isClientsSession(ctx, person)))
    throw tooMany(new Date(full.created_at.getTime() + DAY_MS), now);
}

/** Whether the request's session belongs to the client with that email: a link to that email was used in it. */
async function isClientsSession(ctx: TenantContext, person: DataSubject): Promise<boolean> {
  const { sessionId } = ctx;
  const session = await findSession(ctx, { sessionId, brokerageId: person.brokerageId });
  if (!session || session.client_id === null) return false;
  return (await findClientId(ctx, person)) === session.client_id;
}

function senderOf({ address }: TenantContext): string | null {
  return address && addressKey(address);
}

function tooMany(until: Date, now: Date): AppError {
  return new AppError(
    "too_many_requests",
    "Too many magic link requests. Please check your email or wait 15 minutes.",
    { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) },
  );
}

/**
 * Finds the unused, unexpired link of a token at the domain's brokerage.
 *
 * @throws AppError 404 `Magic link not found`; 400 when it was used or has expired.
 */
export async function requireUsableLink(ctx: TenantContext, token: string): Promise<MagicLink> {
  const link =
    token.length > MAX_TOKEN_LENGTH
      ? undefined
      : await ctx.db
          .selectFrom("magic_links")
          .select(["id", "email", "used_at", "expires_at"])
          .where("token_hash", "=", hashOf(token))
          .where("brokerage_id", "=", ctx.tenant.brokerageId)
          .executeTakeFirst();
  if (!link) throw new AppError("not_found", "Magic link not found");
  if (link.used_at) throw alreadyUsed();
  if (link.expires_at <= ctx.clock.now())
    throw new AppError("bad_request", "This magic link has expired. Request a new one.");
  return link;
}

/** Marks a link as used. @returns whether this call did: of concurrent calls, one. */
export async function useLink({ db, clock }: Context, { id }: MagicLink): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable("magic_links")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores the client that the link verified. */
export async function setLinkClient({ db }: Context, { id }: MagicLink, clientId: number): Promise<void> {
  await db.updateTable("magic_links").set({ client_id: clientId }).where("id", "=", id).execute();
}

export function alreadyUsed(): AppError {
  return new AppError("bad_request", "This magic link has already been used. Request a new one.");
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** How long an expired link is kept, so that opening it late still answers that it was used or has expired. */
const RETENTION_MS = 24 * 3_600_000;

/** Deletes expired links. Index magic_links_expired. */
export async function pruneMagicLinks({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom("magic_links")
    .where("expires_at", "<", new Date(clock.now().getTime() - RETENTION_MS))
    .execute();
}
