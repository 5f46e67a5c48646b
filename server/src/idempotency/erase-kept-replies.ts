import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";

/** By what else a person is known than their address. */
type Known = { leadIds: readonly number[]; sessionIds: readonly string[]; isClient: boolean };

/**
 * Takes a person out of the kept replies: one that tells of a lead or a session of theirs, or names their address in their
 * brokerage, is kept no longer; where they have favorites, no reply that lists any, as it does not say whose they are. Its
 * key goes on being taken, so that what it did is not done again. All of the last day are looked at.
 *
 * @returns how many.
 */
export async function eraseKeptReplies(
  { db }: Context,
  { brokerageId, email }: DataSubject,
  { leadIds, sessionIds, isClient }: Known,
): Promise<number> {
  // As they stand in JSON; what people write has its quotation marks escaped, and passes for neither.
  const address = JSON.stringify(email).slice(1, -1);
  const ofBrokerage = `"brokerage_id":${brokerageId}[,}]`;
  const { numUpdatedRows } = await db
    .updateTable("idempotency_keys")
    .set({ body: null, session_id: null })
    .where("body", "is not", null)
    .where((eb) =>
      eb.or([
        ...(isClient ? [sql<boolean>`(brokerage_id = ${brokerageId} and body like '{"favorites":%')`] : []),
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

/** The same for whatever a visitor's session was told. */
export async function eraseRepliesOfSession({ db }: Context, sessionId: string): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ body: null, session_id: null })
    .where("session_id", "=", sessionId)
    .where("body", "is not", null)
    .execute();
}
