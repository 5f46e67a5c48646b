import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { createWebhook } from "./endpoints/create-webhook.ts";
import { deleteWebhook } from "./endpoints/delete-webhook.ts";
import * as schemas from "./endpoints/endpoints.schemas.ts";
import { getWebhook } from "./endpoints/get-webhook.ts";
import { howToReceive } from "./endpoints/how-to-receive.ts";
import { listWebhooks } from "./endpoints/list-webhooks.ts";
import { rotateWebhookSecret } from "./endpoints/rotate-webhook-secret.ts";
import { updateWebhook } from "./endpoints/update-webhook.ts";
import * as log from "./log/deliveries.schemas.ts";
import { listWebhookDeliveries } from "./log/list-webhook-deliveries.ts";
import { replayWebhookDelivery } from "./log/replay-webhook-delivery.ts";

const PATH = "/api/admin/webhooks";
const webhooks = { tag: "Webhooks", permission: "broker", path: PATH } as const;
const webhook = {
  ...webhooks,
  path: `${PATH}/{webhook_id}`,
  params: schemas.WebhookParams,
  errors: { 404: "Webhook not found" },
} as const;

export const webhookRoutes = [
  route({
    ...webhooks,
    method: "POST",
    operationId: "createWebhook",
    summary: "Be told of events by webhook",
    description: `${howToReceive}\n\nA brokerage has at most ${schemas.MAX_WEBHOOKS} webhooks.`,
    body: schemas.CreateWebhookBody,
    status: 201,
    response: schemas.CreatedWebhook,
    showsSecret: true,
    // The name is looked up before anything is stored.
    ownTransactions: true,
    errors: {
      400: "No brokerage context",
      404: "Brokerage not found",
      409: "The brokerage has as many webhooks as it can have",
    },
    run: createWebhook,
  }),
  route({
    ...webhooks,
    method: "GET",
    operationId: "listWebhooks",
    summary: "Webhooks, newest first",
    query: schemas.WebhookListQuery,
    response: schemas.WebhookPage,
    run: listWebhooks,
  }),
  route({
    ...webhook,
    method: "GET",
    operationId: "getWebhook",
    summary: "A webhook, and how it is doing",
    response: schemas.Webhook,
    run: getWebhook,
  }),
  route({
    ...webhook,
    method: "PATCH",
    operationId: "updateWebhook",
    summary: "Change a webhook, disable it, or bring it back",
    description:
      "Only what is sent changes. With `active: false` nothing more is sent, and what waits stays; with `active: true` that goes on, to " +
      "the address of then. What happens while a webhook is disabled is not told later.",
    body: schemas.UpdateWebhookBody,
    response: schemas.Webhook,
    run: updateWebhook,
  }),
  route({
    ...webhook,
    method: "DELETE",
    operationId: "deleteWebhook",
    summary: "End a webhook, with its log",
    response: Type.Object({ message: Type.String() }),
    run: deleteWebhook,
  }),
  route({
    ...webhook,
    method: "POST",
    path: `${PATH}/{webhook_id}/rotate-secret`,
    operationId: "rotateWebhookSecret",
    summary: "Get a new secret",
    description:
      "For 24 hours the secret before it signs too: deliveries have two signatures then, so that neither is refused while you change " +
      "over. Rotating again ends the oldest at once.",
    response: schemas.RotatedSecret,
    showsSecret: true,
    run: rotateWebhookSecret,
  }),
  route({
    ...webhook,
    method: "GET",
    path: `${PATH}/{webhook_id}/deliveries`,
    operationId: "listWebhookDeliveries",
    summary: "What a webhook was told, newest first",
    description:
      "Kept for 30 days, with each attempt: when, what the receiver answered, and how long it took.",
    query: log.DeliveryListQuery,
    response: log.DeliveryPage,
    run: listWebhookDeliveries,
  }),
  route({
    ...webhook,
    method: "POST",
    path: `${PATH}/{webhook_id}/deliveries/{delivery_id}/replay`,
    operationId: "replayWebhookDelivery",
    summary: "Send a message again",
    description:
      "At once, whatever became of it: the same bytes under the same `webhook-id`, with a new timestamp and signature, and with all " +
      "retries. What happened later to the same record waits until it is delivered.",
    params: log.DeliveryParams,
    response: log.Delivery,
    errors: { 404: "Webhook not found, or Delivery not found", 409: "The webhook is disabled" },
    run: replayWebhookDelivery,
  }),
];
