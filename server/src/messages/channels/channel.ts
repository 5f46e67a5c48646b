import type { LimitFunction } from "p-limit";
import type { Context } from "../../platform/context.ts";
import type { MessageSender } from "../delivery/message-senders.ts";
import type { ClaimedMessage } from "../message.ts";

/** A way to reach people. */
export type Channel = {
  /** How many messages are in flight at once. */
  connections: number;
  /** Timeout of one send. A message whose send timed out may still arrive. */
  withinMs: number;
  open(ctx: Context): OpenChannel;
};

/** A channel during one run of the delivery. */
export type OpenChannel = {
  /** Runs at most `connections` tasks at once. A task sends a message and settles it. */
  limit: LimitFunction;
  /**
   * Resolves when the other side has accepted the message; rejects with a PermanentFailure, TemporaryFailure, IsolatedFailure,
   * Suppressed or Deferred. Once the signal is aborted, it is unknown whether the message has left.
   */
  send(message: ClaimedMessage, from: MessageSender, signal: AbortSignal): Promise<void>;
};

/** The message may no longer be sent: its recipient has opted out or no longer exists. */
export class Suppressed extends Error {}

/** The message may not be sent before `until`. This is not a failure. */
export class Deferred extends Error {
  readonly until: Date;

  constructor(why: string, until: Date) {
    super(why);
    this.until = until;
  }
}
