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
    summary: "Get the public key for push subscriptions",
    response: schemas.PushKey,
    run: getPushKey,
  }),
  route({
    ...push,
    method: "POST",
    path: PATH,
    operationId: "createPushSubscription",
    summary: "Subscribe a browser to push alerts",
    description:
      "The body is the output of the browser's `PushSubscription.toJSON()`. Safe to repeat, and recommended at every visit: it " +
      "renews the browser's keys and its subscriber. Agents get their own alerts; brokers and admins of a brokerage those of " +
      "its brokers. A caller has at most 20 subscriptions; above that, the least recently renewed one is deleted. A push is JSON: title, body, url " +
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
    summary: "Unsubscribe a browser from push alerts",
    body: schemas.PushEndpointBody,
    response: schemas.PushSubscriptionDeleted,
    errors: { 404: "The caller has no such subscription" },
    run: deletePushSubscription,
  }),
];
