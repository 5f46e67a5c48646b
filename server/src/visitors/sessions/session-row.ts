import { sql } from "kysely";
import type { Context, TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import { parseSessionId } from "../../platform/http/session-id.ts";
import type { InferredPreferences } from "../inference/preferences.ts";
import { type Preferences, preferencesOf } from "../preferences/compose.ts";
import type { StatedPreference } from "../preferences/stated.ts";

/** A visitor's session, and what they have said of what they want. */
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

/** After so long without a sign of its visitor a session is forgotten (SPEC: Session preferences). */
export const FORGOTTEN_AFTER_MS = 30 * 86_400_000;
/** Reading counts as a sign of life; it is noted no more often than this. */
const NOTED_EVERY_MS = 60_000;

type Which = { sessionId: string | null; brokerageId: number };

/** The session of that id, if it is of that brokerage and not forgotten. */
export async function findSession(
  { db, clock }: Context,
  { sessionId, brokerageId }: Which,
): Promise<SessionRow | null> {
  if (sessionId === null) return null;
  const row = await db
    .selectFrom("visitor_sessions")
    .selectAll()
    .select(statedOf)
    .where("id", "=", sessionId)
    .where("brokerage_id", "=", brokerageId)
    .where("last_activity_at", ">", new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS))
    .executeTakeFirst();
  return (row as SessionRow | undefined) ?? null;
}

/**
 * The same, locked until the transaction ends: whoever changes a session does so one after the other. It is read by a second
 * statement: what the lock has waited for is seen only by those that begin after it.
 */
export async function lockSession(ctx: Context, which: Which): Promise<SessionRow | null> {
  if (which.sessionId === null) return null;
  await ctx.db
    .selectFrom("visitor_sessions")
    .select("id")
    .where("id", "=", which.sessionId)
    .where("brokerage_id", "=", which.brokerageId)
    .forUpdate()
    .execute();
  return findSession(ctx, which);
}

const statedOf = sql<StatedPreference[]>`coalesce((
  select json_agg(json_build_object('type', type, 'key', key, 'value', value, 'verdict', verdict, 'source', source)
    order by said_at, type, key)
  from visitor_preferences
  where session_id = visitor_sessions.id
), '[]')`.as("stated");

/**
 * The visitor's session: the precondition of every route below /sessions.
 *
 * @throws AppError 404 `Session not found`.
 */
export async function requireSession(ctx: TenantContext, body?: unknown): Promise<SessionRow> {
  const session = await findSession(ctx, {
    sessionId: sessionNamedIn(body) ?? ctx.sessionId,
    brokerageId: ctx.tenant.brokerageId,
  });
  if (!session) {
    await countNobody(ctx);
    throw sessionNotFound();
  }
  await noteActivity(ctx, session);
  return session;
}

/**
 * Limits are a session's own; whoever names one that is not there counts as their address does, and cannot go on for ever with
 * another name each time.
 *
 * @throws AppError 429
 */
export async function countNobody({ sessionId, address, limits }: Context): Promise<void> {
  if (sessionId !== null) await limits.take("sessions", addressKey(address ?? undefined));
}

/** The same, locked. */
export async function requireLockedSession(
  ctx: TenantContext,
  sessionId: string | null = ctx.sessionId,
): Promise<SessionRow> {
  const session = await lockSession(ctx, { sessionId, brokerageId: ctx.tenant.brokerageId });
  if (!session) throw sessionNotFound();
  return session;
}

export const sessionNotFound = () => new AppError("not_found", "Session not found");

/** Beacons cannot set headers: they name their session in the body. */
export function sessionNamedIn(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("session_id" in body)) return null;
  const { session_id: id } = body;
  return parseSessionId(id);
}

async function noteActivity({ db, clock }: Context, session: SessionRow): Promise<void> {
  const now = clock.now();
  if (now.getTime() - session.last_activity_at.getTime() < NOTED_EVERY_MS) return;
  await db
    .updateTable("visitor_sessions")
    .set({ last_activity_at: now })
    .where("id", "=", session.id)
    .execute();
}

/** What is known of what the visitor wants: inferred, said, and which of the two wins. */
export function preferencesOfSession({
  inferred,
  stated,
}: Pick<SessionRow, "inferred" | "stated">): Preferences {
  return preferencesOf(inferred, stated);
}

/** The same with what they say in their own words: what their lead has of it. */
export type KnownWishes = Preferences & { notes?: string };

export function wishesKnownOf(session: SessionRow): KnownWishes {
  const { notes } = session;
  return { ...preferencesOfSession(session), ...(notes !== "" && { notes }) };
}
