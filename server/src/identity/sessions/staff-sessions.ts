import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Actor, SignInMethod } from "../../platform/http/permissions.ts";
import type { AccountRecord } from "../accounts/staff-accounts.ts";

const HOUR_MS = 3_600_000;
/** A session ends when it is not used for this long. */
export const IDLE_MS = 12 * HOUR_MS;
/** A session ends after this however much it is used. */
export const SESSION_MS = 30 * 24 * HOUR_MS;
/** Browsers of a person. The oldest is signed out by a further one. */
const MAX_SESSIONS = 20;

export type NewSession = {
  host: string;
  actor: Pick<Actor, "userId" | "apiKeyId" | "email">;
  record: AccountRecord;
  method: SignInMethod;
};

/** Random, and so long that only its SHA-256 need be stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

type StoredSession = { id: number; created_at: Date; last_used_at: Date; expires_at: Date };

/** Signs a browser in, with a key for no longer than it is valid. @returns the session, and the token for its cookie. */
export async function insertSession(
  ctx: Context,
  { host, actor, record, method }: NewSession,
): Promise<{ session: StoredSession; token: string }> {
  const { token, hash } = newToken();
  const now = ctx.clock.now();
  const end = new Date(now.getTime() + SESSION_MS);
  const session = await ctx.db
    .insertInto("staff_sessions")
    .values((eb) => ({
      token_hash: hash,
      host,
      user_id: actor.userId,
      api_key_id: actor.apiKeyId,
      ...record,
      email: actor.email,
      device: ctx.device,
      method,
      created_at: now,
      last_used_at: now,
      // A key's end never changes. `least` ignores null: most keys have none.
      expires_at: sql<Date>`least(${end}::timestamptz, ${eb.selectFrom("api_keys").select("expires_at").where("id", "=", actor.apiKeyId)})`,
    }))
    .returning(["id", "created_at", "last_used_at", "expires_at"])
    .executeTakeFirstOrThrow();
  await endOldestSessions(ctx, actor);
  return { session, token };
}

/** The sessions of a person, or of a key. Indexes staff_sessions_user, staff_sessions_key. */
export function ownSessions({ db }: Context, { userId, apiKeyId }: Pick<Actor, "userId" | "apiKeyId">) {
  const sessions = db.selectFrom("staff_sessions");
  return userId === null
    ? sessions.where("api_key_id", "=", apiKeyId)
    : sessions.where("user_id", "=", userId);
}

async function endOldestSessions(ctx: Context, actor: NewSession["actor"]): Promise<void> {
  await ctx.db
    .deleteFrom("staff_sessions")
    .where("id", "in", ownSessions(ctx, actor).select("id").orderBy("id", "desc").offset(MAX_SESSIONS))
    .execute();
}

/** Those of some sessions that were ended: by a sign-out, with their person, or with their key. Index: staff_sessions_pkey. */
export async function endedSessions(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const open = await db
    .selectFrom("staff_sessions")
    .leftJoin("api_keys", "api_keys.id", "staff_sessions.api_key_id")
    .select("staff_sessions.id")
    .where("staff_sessions.id", "in", ids)
    .where("api_keys.revoked_at", "is", null)
    .execute();
  const isOpen = new Set(open.map(({ id }) => id));
  return new Set(ids.filter((id) => !isOpen.has(id)));
}

/** Until when a session is valid, if it is not used again. */
export function endOf({ last_used_at, expires_at }: { last_used_at: Date; expires_at: Date }): Date {
  return new Date(Math.min(last_used_at.getTime() + IDLE_MS, expires_at.getTime()));
}

/** Deletes sessions that are over, links, and challenges of passkeys. Indexes *_expired. */
export async function pruneStaffSignIn({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom("staff_sessions")
    .where((eb) =>
      eb.or([eb("expires_at", "<=", now), eb("last_used_at", "<=", new Date(now.getTime() - IDLE_MS))]),
    )
    .execute();
  // A link that is opened late is told apart from an unknown one, and counts against its person's limit.
  await db
    .deleteFrom("sign_in_links")
    .where("expires_at", "<=", new Date(now.getTime() - HOUR_MS))
    .execute();
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
}
