export { clientSubscribers, subscribeClient, unsubscribeClient } from "./client-subscriptions.ts";
export { openPush, type Push, type PushOutcome } from "./delivery/open-push.ts";
export { pushRoutes } from "./push.routes.ts";
export {
  PushEndpointBody,
  PushKey,
  PushSubscriptionBody,
  PushSubscriptionReply,
} from "./push.schemas.ts";
export { type PushSubscriber, pushSubscribers } from "./push-subscribers.ts";
