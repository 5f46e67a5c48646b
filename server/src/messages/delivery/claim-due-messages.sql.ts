import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ChannelName, ClaimedMessage } from "../message.ts";
import type { TemplateName } from "../templates/templates.ts";

/** Kinds that are claimed by a queue of their own. */
const OWN_QUEUE: readonly TemplateName[] = ["drip_step"];

type Claim = { channel: ChannelName; now: Date; dueBy: Date; until: Date; limit: number };

/**
 * Claims the next due messages of a channel for this process alone until `until`. Messages of a process that died are claimed
 * again after that, and keep their Message-ID.
 *
 * Index: messages_due, read from its channel's start. Expected: at most `limit` rows. `skip locked` lets any number of processes take
 * from the head of the queue without waiting for each other. Rejected: one job of pg-boss per message, which keeps its state
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
        and kind <> all(${OWN_QUEUE})
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, brokerage_id, lead_id, kind, recipient, reference, attempts, attempts - 1 as failures, content`.execute(
    db,
  );
  return rows;
}
