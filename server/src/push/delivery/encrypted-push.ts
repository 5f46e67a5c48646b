import type { PushConfig } from "../../platform/config/push-keys.ts";
import type { OutboundRequest } from "../../platform/outbound/outbound.ts";
import type { Browser } from "../read-browser.ts";

/** How long a push service keeps a push for a browser that is offline: older alerts are of no use. */
const KEPT_SECONDS = 86_400;

/** What a service has to say about a push is not read. */
const MAX_REPLY_BYTES = 64 * 1024;

type Content = { payload: string; topic: string };

/**
 * The request that pushes something: encrypted for the browser alone (RFC 8291), signed as ours (RFC 8292). What has the
 * same topic replaces what the service still holds (RFC 8030), so that one that is sent again shows once.
 */
export async function encryptedPush(
  vapidDetails: PushConfig,
  { endpoint, p256dh, auth }: Browser,
  { payload, topic }: Content,
): Promise<OutboundRequest> {
  // Loaded by the first push: a start need not wait for it.
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails,
    contentEncoding: "aes128gcm",
    TTL: KEPT_SECONDS,
    urgency: "high",
    topic,
  });
  return {
    url: endpoint,
    method: "POST",
    // It makes numbers of some.
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    maxBytes: MAX_REPLY_BYTES,
  };
}
