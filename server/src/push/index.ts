export { openPush, type Push, type PushOutcome } from "./delivery/open-push.ts";
export { pushRoutes } from "./push.routes.ts";
export { type PushSubscriber, pushSubscribers } from "./push-subscribers.ts";
