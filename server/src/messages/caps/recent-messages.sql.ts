import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Cause = { brokerageId: number; personKey: string };

export type RecentMessages = {
  brokerage_id: number;
  person_key: string;
  channel: string;
  reader: string;
  kind: string;
  in_hour: number;
  in_day: number;
};

/**
 * Messages sent or waiting because of some visitors, by recipient and kind; failed and dropped ones do not count. The
 * pushes of one notice to several browsers count as one: their occasions differ only after `:push `.
 *
 * Index: messages_caused_by. Expected: with the caps, some dozens of rows per visitor. Withheld messages are not in it, so that a
 * flood does not slow it down.
 */
export async function recentMessages(
  db: Db,
  causes: readonly Cause[],
  { daySince, hourSince }: { daySince: Date; hourSince: Date },
): Promise<RecentMessages[]> {
  const { rows } = await sql<RecentMessages>`
    select messages.brokerage_id, messages.person_key, channel, coalesce(reader, lower(recipient)) as reader, kind,
      (count(distinct split_part(occasion, ':push ', 1)) filter (where created_at > ${hourSince}))::integer as in_hour,
      count(distinct split_part(occasion, ':push ', 1))::integer as in_day
    from
      unnest(
        ${causes.map(({ brokerageId }) => brokerageId)}::integer[],
        ${causes.map(({ personKey }) => personKey)}::text[]
      ) as causes (brokerage_id, person_key)
      join messages on messages.brokerage_id = causes.brokerage_id and messages.person_key = causes.person_key
    where messages.person_key is not null
      and created_at > ${daySince}
      and state <> 'withheld'
      and state in ('waiting', 'sending', 'sent')
    group by messages.brokerage_id, messages.person_key, channel, coalesce(reader, lower(recipient)), kind`.execute(
    db,
  );
  return rows;
}
