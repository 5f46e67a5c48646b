import type { ChannelName, ClaimedMessage } from "../message.ts";
import type { RetryPolicy } from "./retry-policies.ts";

export type Lease = { now: Date; until: Date };

/** A source of messages, and what follows from the outcome of each. */
export type DeliveryQueue = {
  channel: ChannelName;
  policy: RetryPolicy;
  /** Claims the next due messages for this process alone until the lease ends; none when nothing is due. */
  claim(lease: Lease): Promise<ClaimedMessage[]>;
  /** The ids of those that may still be sent. Asked shortly before each send, because of opt-outs and deletions. */
  selectSendable(messages: readonly ClaimedMessage[]): Promise<ReadonlySet<number>>;
  /** Called when the ledger has the outcome of a message. */
  settled?(message: ClaimedMessage, settlement: Settlement): Promise<void>;
};

/**
 * What has become of a message. `retry`: the attempt failed, and there will be another. `deferred`: it has to wait, or it is
 * unknown whether it has left; that is no failure. `released`: it was not tried. `dropped`: it may not be sent any more.
 */
export type Settlement =
  | { outcome: "sent" | "deferred" | "released" | "dropped"; failure?: undefined; serverFailure?: undefined }
  | { outcome: "retry" | "failed"; failure: string; serverFailure?: string };
