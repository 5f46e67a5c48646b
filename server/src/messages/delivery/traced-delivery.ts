import { currentTraceparent, traced } from "../../platform/telemetry/tracing.ts";
import type { ChannelName, ClaimedMessage } from "../message.ts";
import type { Settlement } from "./delivery-queue.ts";

/**
 * The delivery of a message as a span of the trace that has enqueued it, linked to the run of the job that delivers it: a run sends the
 * messages of many requests. A message that was enqueued without a trace belongs to the run's.
 */
export function tracedDelivery(
  channel: ChannelName,
  { kind, attempts, content: { traceparent } }: ClaimedMessage,
  send: () => Promise<Settlement>,
): Promise<Settlement> {
  const attributes = {
    "lintel.channel": channel,
    "lintel.message.kind": kind,
    "lintel.message.attempt": attempts,
  };
  const origin = traceparent === undefined ? {} : { parent: traceparent, links: [currentTraceparent()] };
  return traced(`deliver ${channel}`, { kind: "consumer", attributes, ...origin }, async (span) => {
    const settlement = await send();
    span?.set({ "lintel.outcome": settlement.outcome });
    if (settlement.outcome === "failed") span?.fail("failed");
    return settlement;
  });
}
