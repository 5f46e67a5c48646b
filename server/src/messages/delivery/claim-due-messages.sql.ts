import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { ALERT, type ChannelName, type ClaimedMessage } from "../message.ts";
import type { TemplateName } from "../templates/templates.ts";

/** Kinds that the delivery of their channel does not claim: each has a queue of its own. */
const ownQueues: readonly TemplateName[] = ["drip_step", ALERT];

type Claim = {
  channel: ChannelName;
  now: Date;
  dueBy: Date;
  until: Date;
  limit: number;
  /** Alerts of saved searches, instead of all that no other queue claims. */
  alerts?: boolean;
};

const ofOtherQueues = sql`kind <> ${sql.lit(ALERT)} and kind <> all(${ownQueues}::text[])`;
const ofAlerts = sql`kind = ${sql.lit(ALERT)}`;

/**
 * Claims the next due messages of a channel for this process alone until `until`. Messages of a process that died are claimed
 * again after that, and keep their Message-ID.
 *
 * Index: messages_due, or messages_due_alerts, read from its channel's start. Expected: at most `limit` rows. `skip locked` lets any number of processes take
 * from the head of the queue without waiting for each other. Rejected: one job of pg-boss per message, which keeps its state
 * in two places.
 */
export async function claimDueMessages(
  db: Db,
  { channel, now, dueBy, until, limit, alerts = false }: Claim,
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
        and ${alerts ? ofAlerts : ofOtherQueues}
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    returning id, brokerage_id, lead_id, kind, recipient, reference, attempts, attempts - 1 as failures, content`.execute(
    db,
  );
  return rows;
}
