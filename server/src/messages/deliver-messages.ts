import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../platform/context.ts";
import { type ChannelName, channelNames } from "./channels/channel.ts";
import { channels } from "./channels/channels.ts";
import { type ClaimedMessage, claimDueMessages } from "./claim-due-messages.sql.ts";
import { sendMessages } from "./send-message.ts";
import { giveBack, type Outcome } from "./settle-message.ts";

/** Taken at a time. */
const BATCH = 20;
/** Then whoever has claimed a message is dead: longer than a sending takes, by more than clocks differ. */
const CLAIM_MS = 4 * 60_000;
/** A message that has to wait for its turn is left to the next claim when this one might run out in mid-sending. */
const SPARE_MS = 30_000;
/** What another process has written just now is due here too, when this one's clock is behind. */
const CLOCKS_DIFFER_MS = 10_000;
/** While the server thinks about some, new ones may have come. */
const LOOK_AGAIN_MS = 1000;
/** So many times as many as are sent at once, in a row, and it is the server: the others wait for the next call. */
const TROUBLES = 2;
/** A call that has gone on for so long leaves the rest to the next one. */
const PASS_MS = 5 * 60_000;

/** Sends what is due on every channel; one that is down holds up no other. */
export async function deliverMessages(ctx: Context): Promise<Record<Outcome, number>> {
  const each = await Promise.all(channelNames.map((channel) => deliverOn(ctx, channel)));
  const sum = (outcome: Outcome) => each.reduce((total, counts) => total + counts[outcome], 0);
  return { sent: sum("sent"), failed: sum("failed"), dropped: sum("dropped"), later: sum("later") };
}

/**
 * Sends what is due on a channel, until nothing is, or its server takes nothing. Safe with any number of processes: a
 * message is claimed before it is sent. When a process dies, the mail that it was just handing over is sent again under
 * the same Message-ID: at most one repeat each, which mail programs show once.
 */
export async function deliverOn(ctx: Context, name: ChannelName): Promise<Record<Outcome, number>> {
  const channel = channels[name];
  const counts = { sent: 0, failed: 0, dropped: 0, later: 0 };
  const underWay = new Set<Promise<void>>();
  const { send, close } = sendMessages(ctx, channel);
  const now = () => ctx.clock.now().getTime();
  const end = now() + PASS_MS;
  let claimed: ClaimedMessage[] = [];
  let beginBy = 0;
  /** In a row. */
  let troubles: string[] = [];

  const begin = (message: ClaimedMessage) => {
    const work = send(message)
      .then(({ outcome, trouble }) => {
        counts[outcome]++;
        troubles = trouble ? [...troubles, trouble] : [];
      })
      // The database is away: once its claim has run out, the message is sent by whichever call is next.
      .catch((error) => ctx.log.error({ err: error, message: message.id }, "a message waits"))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  try {
    while (!ctx.signal.aborted && troubles.length < TROUBLES * channel.atOnce && now() < end) {
      if (claimed.length === 0) {
        beginBy = now() + CLAIM_MS - channel.withinMs - SPARE_MS;
        claimed = await claim(ctx, name);
      }
      if (now() > beginBy) break;
      for (const message of claimed.splice(0, channel.atOnce - underWay.size)) begin(message);
      if (underWay.size === 0) break;
      await Promise.race([...underWay, delay(LOOK_AGAIN_MS, null, { ref: false })]);
    }
  } finally {
    await Promise.all(claimed.map((message) => giveBack(ctx, message)));
    await Promise.all(underWay);
    await close();
  }
  const failure = troubles.at(-1);
  if (failure)
    ctx.log.warn({ channel: name, ...counts, failure }, "messages wait: their server does not take them");
  return counts;
}

function claim(ctx: Context, channel: ChannelName): Promise<ClaimedMessage[]> {
  const now = ctx.clock.now();
  return claimDueMessages(ctx.db, {
    channel,
    now,
    dueBy: new Date(now.getTime() + CLOCKS_DIFFER_MS),
    until: new Date(now.getTime() + CLAIM_MS),
    limit: BATCH,
  });
}
