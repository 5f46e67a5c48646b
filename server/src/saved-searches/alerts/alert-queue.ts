import type { UsesListings } from "../../listings/index.ts";
import {
  type ChannelName,
  type ClaimedMessage,
  claimAlertMessages,
  type DeliveryQueue,
  dropAlertMessage,
  postponeAlertMessage,
  retryPolicies,
  stillClaimed,
} from "../../messages/index.ts";
import { coalesce } from "../../platform/coalesce.ts";
import type { Context } from "../../platform/context.ts";
import { claimAlerts } from "./claim-alerts.ts";
import { composeAlerts } from "./compose/compose-alerts.ts";
import type { AlertToCompose, ComposedAlert } from "./compose/composing.ts";
import { markDropped, markSent, reopen, type SentAlert, settleByMessages } from "./settle-alerts.ts";

const BATCH = 50;

/**
 * The due alerts of a channel, as a queue for the delivery. What an alert tells is composed right before it is sent, and again when it has
 * waited for a connection: what has left, or was ended, meanwhile is not in it.
 */
export function alertQueue(
  ctx: Context<UsesListings>,
  channel: ChannelName & ("email" | "push"),
): DeliveryQueue {
  /** By message id. */
  const claimed = new Map<number, AlertToCompose>();
  const composed = new Map<number, ComposedAlert>();
  const settleSent = coalesce<SentAlert>((alerts) => markSent(ctx, alerts));

  async function claim({ now, until }: { now: Date; until: Date }): Promise<ClaimedMessage[]> {
    while (!ctx.signal.aborted) {
      const messages = await claimAlertMessages(ctx.db, channel, { now, until, limit: BATCH });
      if (messages.length === 0) return [];
      const sendable: ClaimedMessage[] = [];
      for (const each of await claimAlerts(ctx, messages)) {
        const { message } = each;
        if (each.is === "drop") await dropAlertMessage(ctx, message, each.why);
        else if (each.is === "postpone") await postponeAlertMessage(ctx, message, each.until);
        else {
          claimed.set(message.id, { alert: each.alert, recipient: each.recipient });
          sendable.push(message);
        }
      }
      if (sendable.length > 0) return sendable;
    }
    return [];
  }

  return {
    channel,
    policy: retryPolicies.alerts,
    claim,
    async selectSendable(messages) {
      const ours = messages.flatMap((message) => {
        const alert = claimed.get(message.id);
        return alert ? [{ message, alert }] : [];
      });
      const held = await stillClaimed(
        ctx.db,
        ours.map(({ message }) => message),
      );
      const contents = await composeAlerts(
        ctx,
        ours.map(({ alert }) => alert),
      );
      const sendable = new Set<number>();
      for (const [nth, { message }] of ours.entries()) {
        const content = contents[nth];
        if (!content || !held.has(message.id)) continue;
        composed.set(message.id, content);
        message.content = { ...message.content, data: content.data, replyTo: content.replyTo };
        sendable.add(message.id);
      }
      return sendable;
    },
    async settled(message, { outcome }) {
      const due = claimed.get(message.id);
      if (!due) return;
      claimed.delete(message.id);
      const content = composed.get(message.id);
      composed.delete(message.id);
      const { alert } = due;
      if (channel === "push") await settleByMessages(ctx, [alert]);
      else if (outcome === "sent")
        await settleSent({
          ...alert,
          ...(content && { content: { messageId: message.id, composed: content } }),
        });
      else if (outcome === "failed" || outcome === "dropped") await markDropped(ctx, alert);
      else await reopen(ctx, alert.id);
    },
  };
}
