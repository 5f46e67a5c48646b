import { route } from "../platform/http/route.ts";
import { createPushSubscription } from "./create-push-subscription.ts";
import { deletePushSubscription } from "./delete-push-subscription.ts";
import { getPushKey } from "./get-push-key.ts";
import * as schemas from "./push.schemas.ts";

const push = { tag: "Push", permission: "authenticated" } as const;
const PATH = "/api/v1/admin/push/subscriptions";

export const pushRoutes = [
  route({
    ...push,
    method: "GET",
    path: "/api/v1/admin/push/key",
    operationId: "getPushKey",
    summary: "The key that a browser subscribes to pushes with",
    response: schemas.PushKey,
    run: getPushKey,
  }),
  route({
    ...push,
    method: "POST",
    path: PATH,
    operationId: "createPushSubscription",
    summary: "Get alerts pushed to this browser",
    description:
      "Takes what the browser's `PushSubscription.toJSON()` says. Safe to repeat, and worth it at every visit: the same " +
      "browser again renews its keys and whose alerts it gets: an agent's own, a broker's or a brokerage's admin's those of " +
      "its brokers. A caller has at most 20; the one that was renewed longest ago goes. A push is JSON: title, body, url " +
      "and tag.",
    body: schemas.PushSubscriptionBody,
    status: 201,
    response: schemas.PushSubscriptionReply,
    errors: { 409: "Browser push is not set up here" },
    run: createPushSubscription,
  }),
  route({
    ...push,
    method: "DELETE",
    path: PATH,
    operationId: "deletePushSubscription",
    summary: "No more alerts in this browser",
    body: schemas.PushEndpointBody,
    response: schemas.PushSubscriptionDeleted,
    errors: { 404: "The caller has no such subscription" },
    run: deletePushSubscription,
  }),
];
