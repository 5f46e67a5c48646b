import type { Webhook } from "standardwebhooks";
import type { Context } from "../../platform/context.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { ClaimedDelivery } from "./claim-deliveries.sql.ts";
import type { EndpointSecrets } from "./secrets.ts";

/** Only the status of a reply counts. The body is read up to this size, enough for an error page. */
const MAX_REPLY_BYTES = 256 * 1024;
/** The idle timeout equals the total timeout: a receiver may take all of it before it answers. */
const IDLE_TIMEOUT_MS = 15_000;

/** The result of an attempt. */
export type Attempt = {
  delivery: ClaimedDelivery;
  at: Date;
  endedAt: Date;
  /** The reply's status; null without a reply. */
  status: number | null;
  /** Null on success. Contains no text from the receiver and no address. */
  failure: string | null;
};

/**
 * Sends a delivery once, signed according to Standard Webhooks.
 *
 * @returns null when the attempt does not count: it was aborted by `signal` or by the shutdown of the process, in
 * which case it may have arrived, or it was not begun because too many name lookups were running.
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
  const signers = await secrets.signersAt(delivery, at);
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
