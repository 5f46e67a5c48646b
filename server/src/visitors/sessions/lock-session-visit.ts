import type { Context } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";
import { batched } from "../../platform/database/batched.ts";
import { signalsOfSessions, type VisitSignal } from "../events/signals.ts";
import type { MatchCriteria } from "../matching/match-criteria.ts";
import { toWishes } from "../matching/to-wishes.ts";
import { flatten, readiness } from "../preferences/flat.ts";
import type { UsesVisitors } from "../services.ts";
import {
  lockSession,
  type PreferencesWithNotes,
  preferencesOfSession,
  preferencesWithNotes,
} from "./session-row.ts";
import { sessionsOfClients } from "./sessions-of-clients.sql.ts";

/** The website activity of a person who becomes a lead. */
export type Visit = {
  /** The current session. */
  sessionId: string | null;
  /** Preferences with notes; null when nothing is known. */
  preferences: PreferencesWithNotes | null;
  /** Criteria for agent matching, once they are certain enough. */
  wanted: MatchCriteria | null;
  /** The agent whom the visitor chose. */
  agentId: number | null;
  /** The client and lead that the current session belongs to already. */
  owner: { clientEmail: string | null; leadId: number | null };
  /** Signals of the current session, and of other sessions of the client with that email. */
  signals: { here: VisitSignal[]; elsewhere: VisitSignal[] };
};

/**
 * Reads the caller's visit and the earlier sessions of the client with that email, and locks the current session
 * until the transaction ends. Of all locks on the person's records, only `lockPerson` may be taken before it.
 */
export async function lockSessionVisit(ctx: Context<UsesVisitors>, person: DataSubject): Promise<Visit> {
  const session = await lockSession(ctx, { sessionId: ctx.sessionId, brokerageId: person.brokerageId });
  const others = (await clientSessions(ctx, person)).filter((id) => id !== session?.id);
  const elsewhere = await signalsOfSessions(ctx, others);
  if (!session) return { ...noVisit, signals: { here: [], elsewhere } };

  const preferences = preferencesOfSession(session);
  const { ready } = readiness(preferences, session.properties_viewed);
  const places = ctx.listings.index.placeNames(null);
  const { id: sessionId, notes, assigned_agent_id: agentId } = session;
  const isKnown = flatten(preferences).length > 0 || preferences.negative.length > 0 || notes !== "";
  return {
    sessionId,
    preferences: isKnown ? preferencesWithNotes(session) : null,
    wanted: ready ? { wishes: toWishes(preferences), negative: preferences.negative, notes, places } : null,
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

/** Sessions of the client who verified that email. */
const clientSessions = batched(({ db }: Context, persons: DataSubject[]) => sessionsOfClients(db, persons));
