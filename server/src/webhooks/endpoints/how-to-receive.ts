import { eventTable } from "../events/event-data.ts";

/** Instructions for receivers, for the OpenAPI document. `docs/webhooks.md` has more, with code. */
export const howToReceive = `
Each event is a POST of JSON, \`{event, timestamp, data}\`, to \`url\`, signed after the
[Standard Webhooks](https://www.standardwebhooks.com) specification; the libraries there verify it.

**Verify** the signature before you use the data, over the unchanged bytes of the body:

1. \`webhook-id\`, \`webhook-timestamp\` (Unix seconds) and \`webhook-signature\` are headers of each request.
2. The key is the part of the secret after \`whsec_\`, base64-decoded. The signature is the base64 of HMAC-SHA256 of
   \`{webhook-id}.{webhook-timestamp}.{body}\`.
3. \`webhook-signature\` is a list separated by spaces: \`v1,<signature>\`, and a second one for 24 hours after the secret was
   rotated. One match is enough; compare in constant time.
4. Reject a timestamp that is more than five minutes off, which prevents replay attacks.

**Reply** with any 2xx within 15 seconds, and process the event afterwards. Any other reply, also a redirect, counts as a failure.

**Retries** follow 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the previous attempt; then the delivery has failed,
and can be replayed. A message may arrive more than once, always with the same \`webhook-id\`: store the ids to ignore duplicates.

**Order**: events of one lead, tour, image or listing arrive in the order in which they happened; each waits for the one before.
Events of different records have no order.

**Disabling**: a reply 410 disables the webhook at once, and so do five days without a success; the brokers are notified. Events
that occur while it is disabled are not delivered later. \`PATCH\` with \`active: true\` enables it again.

| event | when | data |
|---|---|---|
${eventTable()}
`.trim();
