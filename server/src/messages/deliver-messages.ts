import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../context.ts";
import { CONNECTIONS } from "../platform/mail/smtp-mailer.ts";
import { type ClaimedMessage, claimDueMessages } from "./claim-due-messages.sql.ts";
import { SENDING_MS, sendMessages } from "./send-message.ts";
import { giveBack, type Outcome } from "./settle-message.ts";

/** Taken at a time; CONNECTIONS of them are sent at once. */
const BATCH = 20;
/** Then whoever has claimed a message is dead: longer than a sending takes, by more than clocks differ. */
const CLAIM_MS = 4 * 60_000;
/** A message that has waited for its turn for so long is left to the next claim: this one might run out in mid-sending. */
const BEGIN_WITHIN_MS = CLAIM_MS - SENDING_MS - 30_000;
/** What another process has written just now is due here too, when this one's clock is behind. */
const CLOCKS_DIFFER_MS = 10_000;
/** While the mail server thinks about some, new ones may have come. */
const LOOK_AGAIN_MS = 1000;
/** So many in a row, and it is the mail server: the others wait for the next call. */
const TROUBLES = 2 * CONNECTIONS;
/** A call that has gone on for so long leaves the rest to the next one. */
const PASS_MS = 5 * 60_000;

/**
 * Sends what is due, until nothing is, or the mail server takes nothing. Safe with any number of processes: a message is
 * claimed before it is sent. When a process dies, the one that it was just handing over is sent again under the same
 * Message-ID: at most one repeat a crash, which mail programs show once.
 */
export async function deliverMessages(ctx: Context): Promise<Record<Outcome, number>> {
  const counts = { sent: 0, failed: 0, dropped: 0, later: 0 };
  const underWay = new Set<Promise<void>>();
  const { send, close } = sendMessages(ctx);
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
    while (!ctx.signal.aborted && troubles.length < TROUBLES && now() < end) {
      if (claimed.length === 0) {
        beginBy = now() + BEGIN_WITHIN_MS;
        claimed = await claim(ctx);
      }
      if (now() > beginBy) break;
      for (const message of claimed.splice(0, CONNECTIONS - underWay.size)) begin(message);
      if (underWay.size === 0) break;
      await Promise.race([...underWay, delay(LOOK_AGAIN_MS, null, { ref: false })]);
    }
  } finally {
    await Promise.all(claimed.map((message) => giveBack(ctx, message)));
    await Promise.all(underWay);
    close();
  }
  const failure = troubles.at(-1);
  if (failure) ctx.log.warn({ ...counts, failure }, "mail waits, because the mail server does not take it");
  return counts;
}

function claim(ctx: Context): Promise<ClaimedMessage[]> {
  const now = ctx.clock.now();
  return claimDueMessages(ctx.db, {
    now,
    dueBy: new Date(now.getTime() + CLOCKS_DIFFER_MS),
    until: new Date(now.getTime() + CLAIM_MS),
    limit: BATCH,
  });
}
