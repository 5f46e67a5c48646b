import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type DataSubject, isAddress } from "../../platform/data-subject.ts";

export type ErasedVisits = { sessionIds: string[]; events: number };

export type ExportedVisit = Record<string, unknown> & { events: unknown[] };

export type VisitOwner = DataSubject & { leadIds: readonly number[] };

/**
 * Sessions of the client with that email, and sessions linked to the person's leads. Indexes visitor_sessions_client
 * and visitor_sessions_lead.
 */
export function sessionsOfPerson({ db }: Context, { brokerageId, email, leadIds }: VisitOwner) {
  return db
    .selectFrom("visitor_sessions")
    .where("visitor_sessions.brokerage_id", "=", brokerageId)
    .where("visitor_sessions.id", "in", (eb) =>
      eb
        .selectFrom("visitor_sessions as became")
        .select("became.id")
        .where("became.lead_id", "=", sql<number>`any(${leadIds}::integer[])`)
        .union(
          eb
            .selectFrom("visitor_sessions as clients_own")
            .innerJoin("clients", "clients.id", "clients_own.client_id")
            .select("clients_own.id")
            .where("clients.brokerage_id", "=", brokerageId)
            .where(isAddress(sql.ref("clients.email"), email)),
        ),
    );
}

/** Deletes the person's sessions with their events. @returns what was deleted. */
export async function eraseVisits(ctx: Context, owner: VisitOwner): Promise<ErasedVisits> {
  const rows = await sessionsOfPerson(ctx, owner)
    .select(["visitor_sessions.id", "events_kept"])
    .orderBy("visitor_sessions.id")
    .forUpdate("visitor_sessions")
    .execute();
  if (rows.length > 0) {
    await ctx.db
      .deleteFrom("visitor_sessions")
      .where(
        "id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
  }
  const events = rows.reduce((sum, { events_kept }) => sum + events_kept, 0);
  return { sessionIds: rows.map(({ id }) => id), events };
}

/** Exports the person's sessions one by one, without the ids, which grant access to the sessions. */
export async function* exportVisits(ctx: Context, owner: VisitOwner): AsyncGenerator<ExportedVisit> {
  const sessions = await sessionsOfPerson(ctx, owner)
    .select(["visitor_sessions.id", "notes", "inferred", "created_at", "last_activity_at"])
    .orderBy("created_at")
    .execute();
  for (const { id, ...session } of sessions) {
    const stated = await ctx.db
      .selectFrom("visitor_preferences")
      .select(["type", "key", "value", "verdict", "said_at"])
      .where("session_id", "=", id)
      .orderBy("said_at")
      .execute();
    const events = await ctx.db
      .selectFrom("visitor_events")
      .select(["type", "occurred_at", "data"])
      .where("session_id", "=", id)
      .orderBy("occurred_at")
      .execute();
    yield { ...session, stated, events };
  }
}
