import type { Webhook } from "standardwebhooks";
import type { Context } from "../../platform/context.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { ClaimedDelivery } from "./claim-deliveries.sql.ts";
import type { Secrets } from "./secrets.ts";

/** Of a reply nothing but the status counts: a page of an error message is read to its end, a film is not. */
const REPLY_BYTES = 256 * 1024;
/** Whoever receives may think about it for as long as the whole may take. */
const SILENCE_MS = 15_000;

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
  { secrets, signal }: { secrets: Secrets; signal: AbortSignal },
): Promise<Attempt | null> {
  const at = ctx.clock.now();
  const ended = (status: number | null, failure: string | null): Attempt => ({
    delivery,
    at,
    endedAt: ctx.clock.now(),
    status,
    failure,
  });
  const signing = await secrets.of(delivery, at);
  if (signing === null) return ended(null, "its secret cannot be opened: ENCRYPTION_KEY has changed");
  try {
    const { status } = await ctx.outbound.send({
      url: delivery.url,
      method: "POST",
      headers: { "content-type": "application/json", ...signed(delivery, signing, at) },
      body: delivery.payload,
      maxBytes: REPLY_BYTES,
      idleMs: SILENCE_MS,
      signal,
    });
    return ended(status, failureOf(status));
  } catch (error) {
    if (signal.aborted || ctx.outbound.closed) return null;
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === "busy") return null;
    return ended(null, error.message);
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
