import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { isAddress } from "../../platform/data-subject.ts";
import { wishesOf } from "../agents/wishes-of.ts";
import { signalsOfSessions, type VisitSignal } from "../events/signals.ts";
import type { Wanted } from "../matching/wish.ts";
import { flatten, readiness } from "../preferences/flat.ts";
import { type KnownWishes, lockSession, preferencesOfSession, wishesKnownOf } from "./session-row.ts";

/** What is known of somebody who becomes a lead, from their visits to the website. */
export type Visit = {
  /** The session they have now. */
  sessionId: string | null;
  /** What they want, with their own words; null when nothing is known. */
  preferences: KnownWishes | null;
  /** The same for a comparison with agents, once it is certain enough to go by. */
  wanted: Wanted | null;
  /** Whom they have chosen as their agent. */
  agentId: number | null;
  /** Whose the session they have now is already. */
  owner: { clientEmail: string | null; leadId: number | null };
  /** What was done in that session, and in those that are known to be the client's with that email. */
  signals: { here: VisitSignal[]; elsewhere: VisitSignal[] };
};

/**
 * The visit of whoever sends this request, with what the client of that email has done before. The session they have now is
 * locked until the transaction ends. Call it before anything else of the person is locked but `lockPerson`.
 */
export async function holdVisit(
  ctx: Context,
  { brokerageId, email }: { brokerageId: number; email: string },
): Promise<Visit> {
  const session = await lockSession(ctx, { sessionId: ctx.sessionId, brokerageId });
  const others = (await clientSessions(ctx, { brokerageId, email })).filter((id) => id !== session?.id);
  const elsewhere = await signalsOfSessions(ctx, others);
  if (!session) return { ...noVisit, signals: { here: [], elsewhere } };

  const preferences = preferencesOfSession(session);
  const { ready } = readiness(preferences, session.properties_viewed);
  const { id: sessionId, notes, assigned_agent_id: agentId } = session;
  const isKnown = flatten(preferences).length > 0 || preferences.negative.length > 0 || notes !== "";
  return {
    sessionId,
    preferences: isKnown ? wishesKnownOf(session) : null,
    wanted: ready ? { wishes: wishesOf(preferences), negative: preferences.negative, notes } : null,
    agentId,
    owner: { clientEmail: await clientEmail(ctx, session.client_id), leadId: session.lead_id },
    signals: { here: await signalsOfSessions(ctx, [session.id]), elsewhere },
  };
}

const noVisit = {
  sessionId: null,
  preferences: null,
  wanted: null,
  agentId: null,
  owner: { clientEmail: null, leadId: null },
};

async function clientEmail({ db }: Context, clientId: number | null): Promise<string | null> {
  if (clientId === null) return null;
  const client = await db
    .selectFrom("clients")
    .select("email")
    .where("id", "=", clientId)
    .executeTakeFirstOrThrow();
  return client.email;
}

/** Sessions of a person who has shown that the email is theirs. Index visitor_sessions_client. */
export async function clientSessions(
  { db }: Context,
  { brokerageId, email }: { brokerageId: number; email: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("visitor_sessions")
    .innerJoin("clients", "clients.id", "visitor_sessions.client_id")
    .select("visitor_sessions.id")
    .where("clients.brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("clients.email"), email))
    .orderBy("visitor_sessions.id")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}
