import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Context, TenantContext } from "../../platform/context.ts";
import { type DataSubject, isAddress } from "../../platform/data-subject.ts";
import { AppError } from "../../platform/errors.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import { clientOf, findSession } from "../../visitors/index.ts";

/** For how long a link is good. */
export const LINK_MS = 15 * 60_000;
const MOST_PENDING = 3;
const DAY_MS = 86_400_000;
/**
 * Of one email in a day, by one sender and by all together. A link that is used shows that its mail was wanted, and counts no
 * more. One sender alone cannot use up the places of all.
 */
const MOST_UNUSED_A_DAY = { bySender: 12, byAll: 36 };
/** A random token has 43; the specification allows this many. */
const LONGEST_TOKEN = 64;

export type MagicLink = { id: number; email: string; session_id: string | null };

/**
 * Makes a link of an email, in a transaction that holds its person (`lockPerson`): so of any number at once no more than three
 * are pending. One that is used, or has expired, frees its place.
 *
 * @returns its id, and the token, which is kept nowhere else.
 * @throws AppError 429 while there are three, or too many of the last day are unused (`demandUnusedPlace`).
 */
export async function addLink(ctx: TenantContext, email: string): Promise<{ id: number; token: string }> {
  const { brokerageId } = ctx.tenant;
  const now = ctx.clock.now();
  await demandPlace(ctx, { brokerageId, email }, now);
  await demandUnusedPlace(ctx, { brokerageId, email }, now);
  const token = randomBytes(32).toString("base64url");
  const { id } = await ctx.db
    .insertInto("magic_links")
    .values({
      brokerage_id: brokerageId,
      email,
      token_hash: hashOf(token),
      session_id: ctx.sessionId,
      sender: senderOf(ctx),
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Index magic_links_email. */
async function demandPlace(ctx: Context, { brokerageId, email }: DataSubject, now: Date): Promise<void> {
  const pending = await ctx.db
    .selectFrom("magic_links")
    .select("expires_at")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("expires_at", "desc")
    .limit(MOST_PENDING)
    .execute();
  if (pending.length < MOST_PENDING) return;
  const oldest = pending.at(-1) as { expires_at: Date };
  throw tooMany(oldest.expires_at, now);
}

/**
 * So that nobody has us write to somebody three times every quarter of an hour. A sender who has shown that the email is theirs
 * keeps places of their own, however many links others have asked for. Index magic_links_email.
 */
async function demandUnusedPlace(ctx: TenantContext, person: DataSubject, now: Date): Promise<void> {
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
  const [ownFull, full] = [own[MOST_UNUSED_A_DAY.bySender - 1], unused[MOST_UNUSED_A_DAY.byAll - 1]];
  if (ownFull) throw tooMany(new Date(ownFull.created_at.getTime() + DAY_MS), now);
  if (!full) return;
  const isKnown = links.some((each) => each.used_at !== null && each.sender === sender);
  if (!isKnown && !(await isClientsSession(ctx, person)))
    throw tooMany(new Date(full.created_at.getTime() + DAY_MS), now);
}

/** Whether the session of the request is that of the email's client: a link of that email was used in it. */
async function isClientsSession(ctx: TenantContext, person: DataSubject): Promise<boolean> {
  const { sessionId } = ctx;
  const session = await findSession(ctx, { sessionId, brokerageId: person.brokerageId });
  if (!session || session.client_id === null) return false;
  return (await clientOf(ctx, person)) === session.client_id;
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
 * The link of a token that can still be used, of the brokerage of the domain.
 *
 * @throws AppError 404 `Magic link not found`; 400 when it has been used, or has expired.
 */
export async function usableLink(ctx: TenantContext, token: string): Promise<MagicLink> {
  const link =
    token.length > LONGEST_TOKEN
      ? undefined
      : await ctx.db
          .selectFrom("magic_links")
          .select(["id", "email", "session_id", "used_at", "expires_at"])
          .where("token_hash", "=", hashOf(token))
          .where("brokerage_id", "=", ctx.tenant.brokerageId)
          .executeTakeFirst();
  if (!link) throw new AppError("not_found", "Magic link not found");
  if (link.used_at) throw alreadyUsed();
  if (link.expires_at <= ctx.clock.now())
    throw new AppError("bad_request", "This magic link has expired. Request a new one.");
  return link;
}

/** Uses a link up. @returns whether this was what did: of any number at once, one. */
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

/** Notes whose email it has turned out to be. */
export async function noteClient({ db }: Context, { id }: MagicLink, clientId: number): Promise<void> {
  await db.updateTable("magic_links").set({ client_id: clientId }).where("id", "=", id).execute();
}

export function alreadyUsed(): AppError {
  return new AppError("bad_request", "This magic link has already been used. Request a new one.");
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
