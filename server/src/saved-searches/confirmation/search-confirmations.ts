import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hashOfLinkCode, newLinkCode } from "../../client-tokens/index.ts";
import type { Context, TenantContext } from "../../platform/context.ts";
import { type DataSubject, isAddress } from "../../platform/data-subject.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { AppError } from "../../platform/errors.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import type { NewSearch } from "../searches/store-search.ts";

/** How long a link is valid (search.md, D41). */
export const LINK_MS = 48 * 3_600_000;
const MAX_PENDING = 3;
const DAY_MS = 86_400_000;
/** Unused links per email and day, by one sender and in total, as of magic links: a single sender cannot exhaust the total. */
const MAX_UNUSED_PER_DAY = { bySender: 12, byAll: 36 };
/** A token has 43 characters. */
const MAX_TOKEN_LENGTH = 64;

/** What is saved once the link is used. */
export type ConfirmedContent = NewSearch & { timeZone: string | null };
export type PendingConfirmation = { id: number; email: string; search: ConfirmedContent };

/**
 * Creates the link of a search, in a transaction that holds the person's lock (`lockPerson`).
 *
 * @param requestId an id of the request that its sender has chosen, for `requireLinkOfCode`.
 * @returns its id, and the token and the code, which are stored nowhere.
 * @throws AppError 429 while three of the email are pending, or when too many of the last day are unused.
 */
export async function createConfirmation(
  ctx: TenantContext,
  email: string,
  { search, requestId }: { search: ConfirmedContent; requestId: string | null },
): Promise<{ id: number; token: string; code: string }> {
  const { brokerageId } = ctx.tenant;
  const now = ctx.clock.now();
  await assertLimits(ctx, { brokerageId, email }, now);
  const token = randomBytes(32).toString("base64url");
  const tokenHash = hashOf(token);
  const code = newLinkCode();
  const { id } = await ctx.db
    .insertInto("search_confirmations")
    .values({
      brokerage_id: brokerageId,
      email,
      token_hash: tokenHash,
      code_hash: hashOfLinkCode(ctx, tokenHash, code),
      request_id: requestId,
      sender: senderOf(ctx),
      search: toJsonb(search),
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token, code };
}

/** Index search_confirmations_email. Expected: some dozen rows of two days. */
async function assertLimits(ctx: TenantContext, person: DataSubject, now: Date): Promise<void> {
  const links = await ctx.db
    .selectFrom("search_confirmations")
    .select(["created_at", "expires_at", "sender", "used_at"])
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .where("created_at", ">", new Date(now.getTime() - LINK_MS))
    .orderBy("created_at", "desc")
    .execute();
  const unused = links.filter(({ used_at }) => used_at === null);
  const pending = unused.filter(({ expires_at }) => expires_at > now);
  const oldest = pending[MAX_PENDING - 1];
  if (oldest) throw tooMany(oldest.expires_at, now);
  const sender = senderOf(ctx);
  const today = unused.filter(({ created_at }) => now.getTime() - created_at.getTime() < DAY_MS);
  const own = today.filter((each) => each.sender === sender)[MAX_UNUSED_PER_DAY.bySender - 1];
  const full = today[MAX_UNUSED_PER_DAY.byAll - 1];
  if (own ?? full)
    throw tooMany(new Date(((own ?? full) as { created_at: Date }).created_at.getTime() + DAY_MS), now);
}

function senderOf({ address }: TenantContext): string | null {
  return address && addressKey(address);
}

function tooMany(until: Date, now: Date): AppError {
  return new AppError(
    "too_many_requests",
    "Too many searches wait for a confirmation. Please use the links in your email first.",
    { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) },
  );
}

/**
 * Finds the unused, unexpired link of a token at the domain's brokerage.
 *
 * @throws AppError 404 `Confirmation link not found`; 400 when it was used or has expired.
 */
export async function requireUsable(ctx: TenantContext, token: string): Promise<PendingConfirmation> {
  const link =
    token.length > MAX_TOKEN_LENGTH
      ? undefined
      : await ctx.db
          .selectFrom("search_confirmations")
          .select(["id", "email", "search", "used_at", "expires_at"])
          .where("token_hash", "=", hashOf(token))
          .where("brokerage_id", "=", ctx.tenant.brokerageId)
          .executeTakeFirst();
  if (!link) throw new AppError("not_found", "Confirmation link not found");
  if (link.used_at) throw alreadyUsed();
  if (link.expires_at <= ctx.clock.now())
    throw new AppError("bad_request", "This confirmation link has expired.");
  return { id: link.id, email: link.email, search: link.search as unknown as ConfirmedContent };
}

/** Marks a link as used, and forgets its search. @returns whether this call did: of concurrent calls, one. */
export async function useConfirmation({ db, clock }: Context, { id }: PendingConfirmation): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable("search_confirmations")
    .set({ used_at: now, search: null })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function alreadyUsed(): AppError {
  return new AppError("bad_request", "This confirmation link has already been used.");
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** How long an expired link is kept, so that opening it late still answers that it was used or has expired. */
const RETENTION_MS = 5 * DAY_MS;

/** Deletes expired links. Index search_confirmations_expired. */
export async function pruneConfirmations({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom("search_confirmations")
    .where("expires_at", "<", new Date(clock.now().getTime() - RETENTION_MS))
    .execute();
}
