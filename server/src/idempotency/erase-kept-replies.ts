import { type RawBuilder, sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";

/** Records that identify a person besides the address. */
type PersonRecords = { leadIds: readonly number[]; sessionIds: readonly string[]; isClient: boolean };

/**
 * Erases kept replies about a person: those that name their leads or sessions, or contain their address in the
 * brokerage. For a client, all replies that list favorites or show a saved search are erased, because they do not name
 * their client. The keys stay in use, so that their requests are not run again. Scans all replies of the last day.
 *
 * @returns how many.
 */
export async function eraseKeptReplies(
  { db }: Context,
  { brokerageId, email }: DataSubject,
  { leadIds, sessionIds, isClient }: PersonRecords,
): Promise<number> {
  // As they appear in JSON. Quotation marks in user texts are escaped there, so they match neither pattern.
  const address = JSON.stringify(email).slice(1, -1);
  const ofBrokerage = `"brokerage_id":${brokerageId}[,}]`;
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ body: null, session_id: null })
    .where("body", "is not", null)
    .where((eb) =>
      eb.or([
        ...(isClient ? ofClients(brokerageId) : []),
        sql<boolean>`session_id = any(${sessionIds}::uuid[])`,
        sql<boolean>`exists (
          select from regexp_matches(body, '"lead_id":"?([0-9]+)', 'g') as named
          where named[1] = any(${leadIds.map(String)}::text[])
        )`,
        sql<boolean>`(
          strpos(lower(body), lower(${address})) > 0
          and (brokerage_id = ${brokerageId} or body ~ ${ofBrokerage})
        )`,
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Saved searches are also answered to admins, who belong to no brokerage. */
function ofClients(brokerageId: number): RawBuilder<boolean>[] {
  return [
    sql<boolean>`(brokerage_id = ${brokerageId} and body like '{"favorites":%')`,
    sql<boolean>`(
      (brokerage_id = ${brokerageId} or brokerage_id is null)
      and body like '{"id":%,"name":%,"filters":%,"query":%,"interpreted":%'
    )`,
  ];
}

/** Erases all replies to a visitor's session. */
export async function eraseRepliesOfSession({ db }: Context, sessionId: string): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ body: null, session_id: null })
    .where("session_id", "=", sessionId)
    .where("body", "is not", null)
    .execute();
}
