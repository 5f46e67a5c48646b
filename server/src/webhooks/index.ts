export { deliverWebhooks } from "./delivery/deliver-webhooks.ts";
export { pruneDeliveries } from "./delivery/prune-deliveries.ts";
export { webhookBacklog } from "./delivery/webhook-backlog.sql.ts";
export { describedEvents } from "./events/described-events.ts";
export { deleteLeadDeliveries, eraseDeliveries, exportDeliveries } from "./log/person-deliveries.ts";
export { webhookRoutes } from "./webhooks.routes.ts";
