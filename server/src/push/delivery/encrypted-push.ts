import type { PushConfig } from "../../platform/config/push-keys.ts";
import type { OutboundRequest } from "../../platform/outbound/outbound.ts";
import type { BrowserSubscription } from "../browser-subscription.ts";

/** How long a push service stores a push for an offline browser: older alerts are useless. */
const TTL_SECONDS = 86_400;

/** Only the status of a reply is used. */
const MAX_REPLY_BYTES = 64 * 1024;

type Content = { payload: string; topic: string };

/**
 * The request for a push: encrypted for the browser (RFC 8291), signed with the VAPID key (RFC 8292). A push replaces
 * an undelivered one with the same topic (RFC 8030), so that a repeated push is shown once.
 */
export async function encryptedPush(
  vapidDetails: PushConfig,
  { endpoint, p256dh, auth }: BrowserSubscription,
  { payload, topic }: Content,
): Promise<OutboundRequest> {
  // Loaded for the first push, so that startup does not wait for it.
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails,
    contentEncoding: "aes128gcm",
    TTL: TTL_SECONDS,
    urgency: "high",
    topic,
  });
  return {
    url: endpoint,
    method: "POST",
    // web-push returns some values as numbers.
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    maxBytes: MAX_REPLY_BYTES,
  };
}
