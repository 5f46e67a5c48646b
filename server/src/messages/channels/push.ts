import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { IsolatedFailure, PermanentFailure } from "../../platform/errors.ts";
import { openPush } from "../../push/index.ts";
import { pushPayload } from "../templates/push-payload.ts";
import { briefOf } from "../templates/templates.ts";
import { type Channel, Deferred, Suppressed } from "./channel.ts";

/** Longer than the timeouts of a push request (platform/outbound). */
const WITHIN_MS = 20_000;

const CONNECTIONS = 10;

/** Pushes to browsers. */
export const push: Channel = {
  connections: CONNECTIONS,
  withinMs: WITHIN_MS,
  open(ctx) {
    const deliver = openPush(ctx);
    return {
      limit: pLimit(CONNECTIONS),
      async send({ reference, content }, _from, signal) {
        const { template, data, subscriptionId = 0 } = content;
        const topic = topicOf(reference);
        const payload = pushPayload(briefOf(template, data), topic);
        const outcome = await deliver({ subscriptionId, payload, topic }, signal);
        if (outcome.is === "gone") throw new Suppressed(outcome.why);
        if (outcome.is === "refused") throw new PermanentFailure(outcome.why);
        if (outcome.is === "failed") throw new IsolatedFailure(outcome.why);
        if (outcome.is === "paused") throw new Deferred(outcome.why, outcome.until);
      },
    };
  },
};

/** The same for every attempt of a message, and unique to it; the maximum is 32 characters. */
function topicOf(reference: string): string {
  return createHash("sha256").update(reference).digest("base64url").slice(0, 32);
}
