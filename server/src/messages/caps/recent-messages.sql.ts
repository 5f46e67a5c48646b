import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Cause = { brokerageId: number; personKey: string };

export type RecentMessages = {
  brokerage_id: number;
  person_key: string;
  /** Whether any message because of this visitor was ever withheld. */
  any_withheld: boolean;
  /** Null, with all that follows, in the only row of a visitor without recent messages. */
  channel: string | null;
  reader: string | null;
  kind: string | null;
  in_hour: number | null;
  in_day: number | null;
};

/**
 * Messages sent or waiting because of some visitors, by recipient and kind; failed and dropped ones do not count. The
 * pushes of one notice to several browsers count as one: their occasions differ only after `:push `.
 *
 * Index: messages_caused_by, messages_withheld. Expected: with the caps, some dozens of rows per visitor. Withheld messages are not
 * counted, so that a flood does not slow it down. The limit is for the planner, which expects ten rows of
 * an array that it does not know: it would plan the statement anew each time instead of keeping a plan.
 */
export async function recentMessages(
  db: Db,
  causes: readonly Cause[],
  { daySince, hourSince }: { daySince: Date; hourSince: Date },
): Promise<RecentMessages[]> {
  const { rows } = await sql<RecentMessages>`
    select causes.brokerage_id, causes.person_key,
      exists (
        select from messages
        where messages.brokerage_id = causes.brokerage_id
          and messages.person_key = causes.person_key
          and messages.state = 'withheld'
      ) as any_withheld,
      recent.channel, recent.reader, recent.kind, recent.in_hour, recent.in_day
    from
      (
        select brokerage_id, person_key
        from unnest(
          ${causes.map(({ brokerageId }) => brokerageId)}::integer[],
          ${causes.map(({ personKey }) => personKey)}::text[]
        ) as each (brokerage_id, person_key)
        limit ${causes.length}
      ) as causes
      left join lateral (
        select channel, coalesce(reader, lower(recipient)) as reader, kind,
          (count(distinct split_part(occasion, ':push ', 1)) filter (where created_at > ${hourSince}))::integer as in_hour,
          count(distinct split_part(occasion, ':push ', 1))::integer as in_day
        from messages
        where messages.brokerage_id = causes.brokerage_id
          and messages.person_key = causes.person_key
          and messages.person_key is not null
          and created_at > ${daySince}
          and state <> 'withheld'
          and state in ('waiting', 'sending', 'sent')
        group by channel, coalesce(reader, lower(recipient)), kind
      ) as recent on true`.execute(db);
  return rows;
}
