import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { ALERT, type ChannelName, channelNames } from "../message.ts";
import { claimDueMessages } from "./claim-due-messages.sql.ts";
import { type Counts, deliver } from "./deliver.ts";
import { retryPolicies } from "./retry-policies.ts";
import { stillClaimed } from "./still-claimed.sql.ts";

const BATCH = 50;
/** A message is also due here when the clock of the process that wrote it is ahead by less than this. */
const CLOCK_SKEW_MS = 10_000;

/** Sends the due messages of all channels, at the same time: a channel that is down does not delay the others. */
export async function deliverMessages(ctx: Context): Promise<Counts> {
  const each = await Promise.all(channelNames.map((channel) => deliverChannel(ctx, channel)));
  const sum = (outcome: keyof Counts) => each.reduce((total, counts) => total + counts[outcome], 0);
  return { sent: sum("sent"), failed: sum("failed"), dropped: sum("dropped"), later: sum("later") };
}

/**
 * Sends the due messages of a channel, except drip steps, which have a queue of their own (outreach/run/). Any number of
 * processes may do so at the same time.
 */
export async function deliverChannel(ctx: Context, channel: ChannelName): Promise<Counts> {
  const { counts } = await deliver(ctx, {
    channel,
    policy: retryPolicies.standard,
    claim: ({ now, until }) =>
      claimDueMessages(ctx.db, {
        channel,
        now,
        dueBy: new Date(now.getTime() + CLOCK_SKEW_MS),
        until,
        limit: BATCH,
      }),
    selectSendable: (messages) => stillClaimed(ctx.db, messages),
  });
  return counts;
}

/** The number of waiting mails, and the failure of the oldest one that has failed. Alerts that are not due yet do not count. */
export async function waitingMail(db: Db): Promise<{ waiting: number; failure: string | null }> {
  const { rows } = await sql<{ waiting: number; failure: string | null }>`
    select
      count(*)::int as waiting,
      (array_agg(failure order by created_at, id) filter (where failure is not null))[1] as failure
    from messages
    where channel = 'email' and state in ('waiting', 'sending') and kind <> ${sql.lit(ALERT)}`.execute(db);
  return rows[0] as { waiting: number; failure: string | null };
}
