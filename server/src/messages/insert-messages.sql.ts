import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import type { MessageContent } from "./message.ts";

/** A row of the ledger. `content`: null for a message that is withheld, for the reason `failure`. */
export type MessageToInsert = {
  brokerage_id: number;
  lead_id: number | null;
  alert_id: number | null;
  kind: string;
  channel: string;
  recipient: string;
  occasion: string;
  reference: string;
  due_at: Date;
  person_key: string | null;
  reader: string | null;
  content: MessageContent | null;
  failure: string | null;
};

export type InsertedMessage = {
  channel: string;
  state: string;
  occasion: string;
  kind: string;
  due_at: Date;
};

/** Rows of one statement: a change of a listing may cause many thousand alerts. */
const CHUNK = 1000;

/**
 * Adds messages to the ledger: those whose occasion has none. The rows are one parameter. Index: messages_occasion_key.
 *
 * @returns the new ones.
 */
export async function insertMessages(
  db: Db,
  messages: readonly MessageToInsert[],
  now: Date,
): Promise<InsertedMessage[]> {
  const inserted: InsertedMessage[] = [];
  for (let at = 0; at < messages.length; at += CHUNK) {
    const { rows } = await sql<InsertedMessage>`
      insert into messages (brokerage_id, lead_id, alert_id, kind, channel, recipient, occasion, reference, due_at, person_key,
        reader, content, failure, state, created_at, finished_at)
      select brokerage_id, lead_id, alert_id, kind, channel, recipient, occasion, reference, due_at, person_key, reader, content,
        failure, case when content is null then 'withheld' else 'waiting' end, ${now}::timestamptz,
        case when content is null then ${now}::timestamptz end
      from json_to_recordset(${toJsonb(messages.slice(at, at + CHUNK))}::json) as rows (brokerage_id integer, lead_id integer,
        alert_id bigint, kind text, channel text, recipient text, occasion text, reference text, due_at timestamptz,
        person_key text, reader text, content jsonb, failure text)
      on conflict (occasion) do nothing
      returning channel, state, occasion, kind, due_at`.execute(db);
    inserted.push(...rows);
  }
  return inserted;
}
