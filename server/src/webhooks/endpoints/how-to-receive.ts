import { eventTable } from "../events/event-data.ts";

/** Instructions for receivers, for the OpenAPI document. `docs/webhooks.md` has more, with code. */
export const howToReceive = `
Each event is a POST of JSON, \`{event, timestamp, data}\`, to \`url\`, signed after the
[Standard Webhooks](https://www.standardwebhooks.com) specification; the libraries there verify it.

**Verify** before you believe a word of it, on the body's bytes as they came:

1. \`webhook-id\`, \`webhook-timestamp\` (Unix seconds) and \`webhook-signature\` are headers of each request.
2. The key is what follows \`whsec_\` in the secret, base64-decoded. The signature is the base64 of HMAC-SHA256 of
   \`{webhook-id}.{webhook-timestamp}.{body}\`.
3. \`webhook-signature\` is a list with spaces between: \`v1,<signature>\`, and one more for 24 hours after the secret was rotated.
   One that is equal (compared in constant time) is enough.
4. Refuse a timestamp that is more than five minutes off: somebody may be sending again what they have overheard.

**Answer** with any 2xx within 15 seconds, and do the work afterwards. Anything else, a redirect too, counts as a failure.

**Retries** come 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the attempt before; then the delivery has failed, and
can be replayed. A message may come more than once: its \`webhook-id\` is always the same, so keep the ids that you have seen.

**Order**: what happens to the same lead, tour, image or listing comes in the order in which it happened, and waits for what was
before. Of different ones, whichever is ready comes first.

**Disabling**: an answer 410 disables the webhook at once, five days without a success do too, and the brokers are told. What happens
while it is disabled is not told later. \`PATCH\` with \`active: true\` brings it back.

| event | when | data |
|---|---|---|
${eventTable()}
`.trim();
