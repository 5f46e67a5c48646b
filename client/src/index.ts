export type { components, operations, paths, webhooks } from "./api.generated.ts";
export type {
  CallOperation,
  OperationId,
  WebhookEvent,
  WebhookEventName,
  WebhookEventOf,
} from "./call-operation.ts";
export { createLintelClient, type LintelClient, type LintelClientOptions } from "./client.ts";
export * from "./tracker-bundle.ts";
