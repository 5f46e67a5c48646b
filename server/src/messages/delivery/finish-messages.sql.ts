import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { ERASURE_DONE } from "../enqueue-mail.ts";

export type Finish = {
  ids: readonly number[];
  state: "sent" | "failed" | "dropped";
  at: Date;
  failure: string | null;
  /** Null: also messages that were dropped or claimed by another process meanwhile. */
  ifAttempts: number | null;
};

/**
 * Ends messages, and deletes their content; of the last mail to a person, the address too, which a server that refuses it
 * repeats in the failure.
 *
 * Index: messages_pkey. Expected: as many rows as messages, a handful.
 */
export async function finishMessages(db: Db, { ids, state, at, failure, ifAttempts }: Finish): Promise<void> {
  await sql`
    update messages
    set
      state = ${state},
      content = null,
      claimed_until = null,
      finished_at = ${at},
      failure = case when kind = ${ERASURE_DONE} then null else ${failure}::text end,
      recipient = case when kind = ${ERASURE_DONE} then '' else recipient end
    where id = any(${ids}::bigint[])
      and (${ifAttempts}::integer is null or (state = 'sending' and attempts = ${ifAttempts}))`.execute(db);
}
