import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";

export type ClaimedMailRow = {
  brokerage_id: number;
  lead_id: number;
  kind: string;
  recipient: string;
  occasion: string;
  reference: string;
};

export type WrittenMailRow = {
  id: number;
  occasion: string;
  reference: string;
  attempts: number;
  created_at: Date;
};

/**
 * Writes mails as claimed until then. An occasion that has a row keeps its Message-ID; one that was sent is left as it is, and
 * not returned. What the mails say is not stored.
 *
 * Index: messages_occasion_key. Expected: some hundreds of rows. The rows are one parameter: a parameter for each value costs more time
 * here than in the database.
 */
export async function writeClaimedMail(
  db: Db,
  rows: readonly ClaimedMailRow[],
  { now, until }: { now: Date; until: Date },
): Promise<WrittenMailRow[]> {
  const { rows: written } = await sql<WrittenMailRow>`
    insert into messages (brokerage_id, lead_id, kind, channel, recipient, occasion, reference, state, due_at,
      claimed_until, attempts, content, created_at)
    select brokerage_id, lead_id, kind, 'email', recipient, occasion, reference, 'sending', ${now}::timestamptz,
      ${until}::timestamptz, 1, '{"audience": "public"}', ${now}::timestamptz
    from json_to_recordset(${toJsonb(rows)}::json) as mails (brokerage_id integer, lead_id integer, kind text,
      recipient text, occasion text, reference text)
    on conflict (occasion) do update
    set
      recipient = excluded.recipient,
      content = excluded.content,
      due_at = excluded.due_at,
      state = 'sending',
      claimed_until = excluded.claimed_until,
      attempts = messages.attempts + 1,
      finished_at = null
    where messages.state <> 'sent'
    returning id, occasion, reference, attempts, created_at`.execute(db);
  return written;
}
