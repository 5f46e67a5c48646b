import type { Context } from "../../platform/context.ts";
import type { ClaimedMessage } from "../claim-due-messages.sql.ts";
import type { MessageSender } from "../message-senders.ts";

export { type ChannelName, channelNames } from "../message-content.ts";

/** One way to reach people. */
export type Channel = {
  /** How many are sent at once. */
  atOnce: number;
  /** How long the sending of one may take; what we do not wait for to the end may arrive all the same. */
  withinMs: number;
  /**
   * For one pass over the queue: how to send a message. It resolves when somebody else has taken the message over; it
   * rejects with Refused, Trouble, OwnTrouble, Withheld or NotNow. Once the signal is aborted, whether it has left, nobody
   * knows.
   */
  open(ctx: Context): (message: ClaimedMessage, from: MessageSender, sending: Sending) => Promise<void>;
};

export type Sending = {
  signal: AbortSignal;
  /**
   * Awaited just before the message becomes somebody else's, where that can be: from then until it is noted, this is the
   * only one of the process, so that a process that is killed leaves one message in doubt.
   */
  handOver: () => Promise<void>;
};

/** It is not to be sent any more: somebody has opted out, or there is nobody to send it to. */
export class Withheld extends Error {}

/** It may be sent, but not before then; that is no failure. */
export class NotNow extends Error {
  readonly until: Date;

  constructor(why: string, until: Date) {
    super(why);
    this.until = until;
  }
}
