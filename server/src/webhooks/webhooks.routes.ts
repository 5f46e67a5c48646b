import { Type } from "typebox";
import { deletionOf } from "../platform/http/record-version.ts";
import { route } from "../platform/http/route.ts";
import { createWebhook } from "./endpoints/create-webhook.ts";
import { deleteWebhook } from "./endpoints/delete-webhook.ts";
import { webhookVersion } from "./endpoints/endpoint-version.ts";
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
    summary: "Create a webhook",
    description: `${howToReceive}\n\nA brokerage has at most ${schemas.MAX_WEBHOOKS} webhooks.`,
    body: schemas.CreateWebhookBody,
    status: 201,
    response: schemas.CreatedWebhook,
    showsSecret: true,
    // The host name is resolved before anything is stored.
    ownTransactions: true,
    errors: {
      400: "No brokerage context",
      404: "Brokerage not found",
      409: "The brokerage has the maximum number of webhooks",
    },
    run: createWebhook,
  }),
  route({
    ...webhooks,
    method: "GET",
    operationId: "listWebhooks",
    summary: "List webhooks, newest first",
    query: schemas.WebhookListQuery,
    response: schemas.WebhookPage,
    run: listWebhooks,
  }),
  route({
    ...webhook,
    method: "GET",
    operationId: "getWebhook",
    version: webhookVersion,
    summary: "Get a webhook and its delivery state",
    response: schemas.Webhook,
    run: getWebhook,
  }),
  route({
    ...webhook,
    method: "PATCH",
    operationId: "updateWebhook",
    version: webhookVersion,
    summary: "Update, disable or enable a webhook",
    description:
      "Fields that are absent keep their values. With `active: false` deliveries stop and pending ones are kept; with `active: true` these are sent to " +
      "the current URL. Events that occur while a webhook is disabled are not delivered later.",
    body: schemas.UpdateWebhookBody,
    response: schemas.Webhook,
    run: updateWebhook,
  }),
  route({
    ...webhook,
    method: "DELETE",
    operationId: "deleteWebhook",
    summary: "Delete a webhook with its log",
    response: Type.Object({ message: Type.String() }),
    version: deletionOf(webhookVersion),
    run: deleteWebhook,
  }),
  route({
    ...webhook,
    method: "POST",
    path: `${PATH}/{webhook_id}/rotate-secret`,
    operationId: "rotateWebhookSecret",
    summary: "Rotate the secret of a webhook",
    description:
      "For 24 hours deliveries are signed with both secrets, so that the receiver can change " +
      "over. Another rotation ends the oldest secret at once.",
    response: schemas.RotatedSecret,
    showsSecret: true,
    run: rotateWebhookSecret,
  }),
  route({
    ...webhook,
    method: "GET",
    path: `${PATH}/{webhook_id}/deliveries`,
    operationId: "listWebhookDeliveries",
    summary: "List the deliveries of a webhook, newest first",
    description: "Kept for 30 days, with the time, the receiver's reply and the duration of each attempt.",
    query: log.DeliveryListQuery,
    response: log.DeliveryPage,
    run: listWebhookDeliveries,
  }),
  route({
    ...webhook,
    method: "POST",
    path: `${PATH}/{webhook_id}/deliveries/{delivery_id}/replay`,
    operationId: "replayWebhookDelivery",
    summary: "Replay a delivery",
    description:
      "Sends it again at once, with any status: the same bytes and `webhook-id`, a new timestamp and signature, and all " +
      "retries. Later events of the same record wait until it is delivered.",
    params: log.DeliveryParams,
    response: log.Delivery,
    errors: { 404: "Webhook not found, or Delivery not found", 409: "The webhook is disabled" },
    run: replayWebhookDelivery,
  }),
];
