import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ClaimedMessage } from "../message.ts";

/**
 * The ids of the messages that are still claimed here: neither dropped nor claimed by another process since.
 *
 * Index: messages_pkey. Expected: as many rows as messages, a handful.
 */
export async function stillClaimed(db: Db, messages: readonly ClaimedMessage[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select messages.id
    from
      unnest(
        ${messages.map(({ id }) => id)}::bigint[],
        ${messages.map(({ attempts }) => attempts)}::integer[]
      ) as claimed (id, attempts)
      join messages on messages.id = claimed.id and messages.attempts = claimed.attempts
    where state = 'sending'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
