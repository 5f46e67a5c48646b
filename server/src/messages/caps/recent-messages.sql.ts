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
 * What was sent because of some visitors, or waits to be sent, by recipient and kind; what has failed or was dropped does not
 * count. All browsers that one notice goes to count as one: their occasions differ in what follows `:push `.
 *
 * Index: messages_caused_by. Expected: some dozens of rows a visitor, as the caps let no more pass. What was withheld is not in it, so a
 * flood does not make it slower.
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
