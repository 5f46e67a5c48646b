import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { ChannelName, MessageContent } from "./message-content.ts";

export type ClaimedMessage = {
  id: number;
  brokerage_id: number;
  lead_id: number | null;
  kind: string;
  recipient: string;
  reference: string;
  attempts: number;
  content: MessageContent;
};

type Claim = { channel: ChannelName; now: Date; dueBy: Date; until: Date; limit: number };

/**
 * Takes the next messages that are due on a channel, for this process alone until `until`. One whose sender has died by
 * then is taken again, under its own Message-ID.
 *
 * Index messages_due, read from its channel's start; at most `limit` rows. `skip locked` lets any number of processes take
 * from the head of the queue without waiting for each other. Rejected: one job of pg-boss a message, which tells its state
 * in two places.
 */
export async function claimDueMessages(
  db: Db,
  { channel, now, dueBy, until, limit }: Claim,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    update messages
    set state = 'sending', claimed_until = ${until}, attempts = attempts + 1
    where id in (
      select id
      from messages
      where channel = ${channel}
        and state in ('waiting', 'sending')
        and due_at <= ${dueBy}
        and (claimed_until is null or claimed_until <= ${now})
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, brokerage_id, lead_id, kind, recipient, reference, attempts, content`.execute(db);
  return rows;
}

/** Whether it is still this claim's to send: nobody has dropped it since, nor taken it over. */
export async function isStillClaimed(db: Db, { id, attempts }: ClaimedMessage): Promise<boolean> {
  const row = await db
    .selectFrom("messages")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "sending")
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  return row !== undefined;
}
