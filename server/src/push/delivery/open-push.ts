import type { Context } from "../../platform/context.ts";
import type { OutboundRequest } from "../../platform/outbound/outbound.ts";
import { asOutboundError, type OutboundFailure } from "../../platform/outbound/outbound-error.ts";
import { encryptedPush } from "./encrypted-push.ts";
import { PushServices } from "./push-services.ts";
import {
  type ActiveSubscription,
  endSubscription,
  findActiveSubscription,
  pausedUntil,
  recordAccepted,
  recordFailure,
} from "./subscription-record.ts";

export type Push = {
  subscriptionId: number;
  /** Readable by the browser's page. At most 3,993 bytes, so that the encrypted push stays below 4,096. */
  payload: string;
  /** Up to 32 characters of base64url: a newer push replaces an undelivered one with the same topic. */
  topic: string;
};

export type PushOutcome =
  | { is: "sent" }
  /** The subscription no longer exists. */
  | { is: "gone"; why: string }
  /** Permanent: the service will never accept it. */
  | { is: "refused"; why: string }
  | { is: "failed"; why: string }
  /** Not attempted: the browser or its push service is paused until then. */
  | { is: "paused"; why: string; until: Date };

/**
 * The function that pushes to browsers during one pass over the queue. A subscription ends at once when its service
 * reports that it does not exist (404, 410), otherwise with the fifth failure in a row (SPEC: Alerts and
 * notifications).
 *
 * @throws the signal's reason when it is aborted: then it is unknown whether the service accepted the push.
 */
export function openPush(ctx: Context): (push: Push, signal: AbortSignal) => Promise<PushOutcome> {
  const services = new PushServices(ctx);
  return async ({ subscriptionId, ...content }, signal) => {
    const { push: vapid } = ctx.config;
    if (vapid === null) return { is: "gone", why: "push is not set up" };
    const browser = await findActiveSubscription(ctx, subscriptionId);
    if (browser === null) return { is: "gone", why: "the browser is not subscribed any more" };
    const { host } = new URL(browser.endpoint);
    const until = pausedUntil(ctx, browser) ?? services.pausedUntil(host);
    if (until !== null) return { is: "paused", why: "it has just failed", until };

    const request = await encryptedPush(vapid, browser, content);
    const { verdict, why } = await sendPush(ctx, { ...request, signal });
    const failure = `${host}: ${why}`;
    if (verdict === "busy")
      return { is: "paused", why, until: new Date(ctx.clock.now().getTime() + BUSY_MS) };
    if (verdict === "failed") services.recordFailure(host, failure);
    else services.recordSuccess(host);
    return settle(ctx, browser, verdict, failure);
  };
}

/** `busy`: no request was sent. */
type Verdict = "taken" | "gone" | "refused" | "failed" | "busy";
type Replied = Exclude<Verdict, "busy">;

const BUSY_MS = 60_000;

async function sendPush(ctx: Context, request: OutboundRequest): Promise<{ verdict: Verdict; why: string }> {
  try {
    const { status } = await ctx.outbound.send(request);
    return { verdict: verdictOn(status), why: `it answered ${status}` };
  } catch (error) {
    // This process is stopping, which is not a failure of the service.
    if (request.signal?.aborted || ctx.outbound.closed) throw error;
    const { reason, message } = asOutboundError(error);
    if (reason === "busy") return { verdict: "busy", why: message };
    return { verdict: passing.includes(reason) ? "failed" : "refused", why: message };
  }
}

const passing: readonly OutboundFailure[] = ["unreachable", "timeout", "too_large"];

function verdictOn(status: number): Replied {
  if (status >= 200 && status < 300) return "taken";
  if (status === 404 || status === 410) return "gone";
  if (status === 408 || status === 429 || status >= 500) return "failed";
  return "refused";
}

async function settle(
  ctx: Context,
  browser: ActiveSubscription,
  verdict: Replied,
  why: string,
): Promise<PushOutcome> {
  if (verdict === "taken") {
    await recordAccepted(ctx, browser.id);
    return { is: "sent" };
  }
  if (verdict === "gone") {
    await endSubscription(ctx, browser.id);
    return { is: "gone", why };
  }
  if (await recordFailure(ctx, browser)) return { is: "gone", why: `${why}, five times in a row` };
  return { is: verdict, why };
}
