import type { Webhook } from "standardwebhooks";
import type { Context } from "../../platform/context.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { ClaimedDelivery } from "./claim-deliveries.sql.ts";
import type { EndpointSecrets } from "./secrets.ts";

/** Of a reply nothing but the status counts: a page of an error message is read to its end, a film is not. */
const MAX_REPLY_BYTES = 256 * 1024;
/** Whoever receives may think about it for as long as the whole may take. */
const IDLE_TIMEOUT_MS = 15_000;

/** How an attempt ended. */
export type Attempt = {
  delivery: ClaimedDelivery;
  at: Date;
  endedAt: Date;
  /** Of the reply; null when there was none. */
  status: number | null;
  /** Null: it has arrived. It holds nothing that the other side said, and no address. */
  failure: string | null;
};

/**
 * Sends a delivery once, signed as Standard Webhooks say.
 *
 * @returns null when it was cut short by `signal`, or because the process stops: it may have arrived, and counts for no attempt. Nor
 * does one that was not begun, because too many names were being looked up here.
 */
export async function attemptDelivery(
  ctx: Context,
  delivery: ClaimedDelivery,
  { secrets, signal }: { secrets: EndpointSecrets; signal: AbortSignal },
): Promise<Attempt | null> {
  const at = ctx.clock.now();
  const result = (status: number | null, failure: string | null): Attempt => ({
    delivery,
    at,
    endedAt: ctx.clock.now(),
    status,
    failure,
  });
  const signers = await secrets.of(delivery, at);
  if (signers === null) return result(null, "its secret cannot be opened: ENCRYPTION_KEY has changed");
  try {
    const { status } = await ctx.outbound.send({
      url: delivery.url,
      method: "POST",
      headers: { "content-type": "application/json", ...signed(delivery, signers, at) },
      body: delivery.payload,
      maxBytes: MAX_REPLY_BYTES,
      idleMs: IDLE_TIMEOUT_MS,
      signal,
    });
    return result(status, failureOf(status));
  } catch (error) {
    if (signal.aborted || ctx.outbound.closed) return null;
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === "busy") return null;
    return result(null, error.message);
  }
}

function signed(
  { message_id, payload }: ClaimedDelivery,
  secrets: Webhook[],
  at: Date,
): Record<string, string> {
  return {
    "webhook-id": message_id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => secret.sign(message_id, at, payload)).join(" "),
  };
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `it answered ${status}: redirects are not followed`
    : `it answered ${status}`;
}
