import type { Context } from "../../platform/context.ts";
import { Refused } from "../../platform/delivery.ts";
import { channels } from "../channels/channels.ts";
import type { ClaimedMessage } from "../claim-due-messages.sql.ts";
import { handingOver } from "../hand-over.ts";
import { messageSenders } from "../message-senders.ts";

/** `refused`: by the recipient's own server; the next mail may be taken all the same. `doubt`: nobody knows. */
export type HeldSending =
  | { outcome: "sent" }
  | { outcome: "disabled" | "doubt" }
  | { outcome: "refused" | "trouble"; failure: string };

/** Sends mails that are held, one each call, each once: what to do about one that has not left is its writer's to say. */
export function heldMailSender(ctx: Context) {
  const senderOf = messageSenders(ctx);
  const { handOver, stopped, close } = handingOver(ctx, channels.email);
  return {
    async send(mail: ClaimedMessage): Promise<HeldSending> {
      const sender = await senderOf(mail.brokerage_id);
      if (!sender) return { outcome: "disabled" };
      const error = await handOver(mail, sender);
      if (error === null) return { outcome: "sent" };
      if (stopped.aborted) return { outcome: "doubt" };
      const failure = error.message.slice(0, 500);
      return { outcome: error instanceof Refused ? "refused" : "trouble", failure };
    },
    close,
  };
}

/** So many may be on their way at once; the others would wait for a connection. */
export const heldAtOnce: number = channels.email.atOnce;
/** A sending that takes longer is given up. */
export const heldWithinMs: number = channels.email.withinMs;
