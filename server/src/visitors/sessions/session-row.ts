import { sql } from "kysely";
import type { Context, TenantContext } from "../../platform/context.ts";
import { batched } from "../../platform/database/batched.ts";
import { AppError } from "../../platform/errors.ts";
import { parseSessionId } from "../../platform/http/credential.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import type { InferredPreferences } from "../inference/events.ts";
import { composePreferences, type Preferences } from "../preferences/compose.ts";
import type { StatedPreference } from "../preferences/stated.ts";

/** A visitor's session with the stated preferences. */
export type SessionRow = {
  id: string;
  brokerage_id: number;
  notes: string;
  assigned_agent_id: number | null;
  client_id: number | null;
  lead_id: number | null;
  inferred: InferredPreferences | Record<string, never>;
  stated: StatedPreference[];
  properties_viewed: number;
  events_kept: number;
  created_at: Date;
  last_activity_at: Date;
};

/** A session without activity for this long is deleted (SPEC: Session preferences). */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;
/** Reads count as activity, stored at most this often. */
const ACTIVITY_RESOLUTION_MS = 60_000;

type SessionKey = { sessionId: string | null; brokerageId: number };

/** Finds a session of the brokerage that has not expired. */
export async function findSession(
  ctx: Context,
  { sessionId, brokerageId }: SessionKey,
): Promise<SessionRow | null> {
  if (sessionId === null) return null;
  return (await findSessions(ctx, brokerageId, [sessionId]))[0] ?? null;
}

async function findSessions(
  { db, clock }: Context,
  brokerageId: number,
  ids: readonly string[],
): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("visitor_sessions")
    .select(columns)
    .select(statedOf)
    .where(isOneOf(ids))
    .where("brokerage_id", "=", brokerageId)
    .where("last_activity_at", ">", new Date(clock.now().getTime() - SESSION_LIFETIME_MS))
    .execute();
  return rows as SessionRow[];
}

/**
 * Like `findSession`, and locks the session until the transaction ends. It is read by a second statement, because
 * only a statement that begins after the lock was granted sees the changes of its previous holder. Both are sent together.
 */
export const lockSession: (ctx: Context, which: SessionKey) => Promise<SessionRow | null> =
  batched(lockSessions);

/** Locks are taken in one order, so that two transactions with several sessions never wait for each other. */
async function lockSessions(ctx: Context, keys: SessionKey[]): Promise<(SessionRow | null)[]> {
  const found: SessionRow[] = [];
  for (const [brokerageId, ofBrokerage] of Map.groupBy(keys, (each) => each.brokerageId)) {
    const ids = ofBrokerage.flatMap(({ sessionId }) => sessionId ?? []);
    if (ids.length === 0) continue;
    const lock = ctx.db
      .selectFrom("visitor_sessions")
      .select("id")
      .where(isOneOf(ids))
      .where("brokerage_id", "=", brokerageId)
      .orderBy("id")
      .forUpdate()
      .execute();
    const [, sessions] = await Promise.all([lock, findSessions(ctx, brokerageId, ids)]);
    found.push(...sessions);
  }
  return keys.map(
    (key) => found.find((each) => each.id === key.sessionId && each.brokerage_id === key.brokerageId) ?? null,
  );
}

const isOneOf = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::uuid[])`;

const columns = [
  "id",
  "brokerage_id",
  "notes",
  "assigned_agent_id",
  "client_id",
  "lead_id",
  "inferred",
  "properties_viewed",
  "events_kept",
  "created_at",
  "last_activity_at",
] as const;

const statedOf = sql<StatedPreference[]>`coalesce((
  select json_agg(json_build_object('type', type, 'key', key, 'value', value, 'verdict', verdict, 'source', source)
    order by said_at, type, key)
  from visitor_preferences
  where session_id = visitor_sessions.id
), '[]')`.as("stated");

/**
 * Returns the visitor's session: the precondition of every route below /sessions.
 *
 * @throws AppError 404 `Session not found`.
 */
export async function requireSession(ctx: TenantContext, body?: unknown): Promise<SessionRow> {
  const session = await findSession(ctx, {
    sessionId: sessionIdInBody(body) ?? ctx.sessionId,
    brokerageId: ctx.tenant.brokerageId,
  });
  if (!session) {
    await countUnknownSession(ctx);
    throw sessionNotFound();
  }
  await noteActivity(ctx, session);
  return session;
}

/**
 * Counts a request with an unknown session id against the caller's address: limits are kept per session, and changing
 * invented ids would evade them.
 *
 * @throws AppError 429
 */
export async function countUnknownSession({ sessionId, address, limits }: Context): Promise<void> {
  if (sessionId !== null) await limits.take("sessions", addressKey(address ?? undefined));
}

/** Like `requireSession`, and locks the session. */
export async function requireLockedSession(
  ctx: TenantContext,
  sessionId: string | null = ctx.sessionId,
): Promise<SessionRow> {
  const session = await lockSession(ctx, { sessionId, brokerageId: ctx.tenant.brokerageId });
  if (!session) throw sessionNotFound();
  return session;
}

export const sessionNotFound = () => new AppError("not_found", "Session not found");

/** Reads the session id from a body: beacons cannot set headers. */
export function sessionIdInBody(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("session_id" in body)) return null;
  const { session_id: id } = body;
  return parseSessionId(id);
}

async function noteActivity({ db, clock }: Context, session: SessionRow): Promise<void> {
  const now = clock.now();
  if (now.getTime() - session.last_activity_at.getTime() < ACTIVITY_RESOLUTION_MS) return;
  await db
    .updateTable("visitor_sessions")
    .set({ last_activity_at: now })
    .where("id", "=", session.id)
    .execute();
}

/** Merges the inferred and stated preferences of a session. */
export function preferencesOfSession({
  inferred,
  stated,
}: Pick<SessionRow, "inferred" | "stated">): Preferences {
  return composePreferences(inferred, stated);
}

/** Preferences with the visitor's notes, as they are stored with the lead. */
export type PreferencesWithNotes = Preferences & { notes?: string };

export function preferencesWithNotes(session: SessionRow): PreferencesWithNotes {
  const { notes } = session;
  return { ...preferencesOfSession(session), ...(notes !== "" && { notes }) };
}
