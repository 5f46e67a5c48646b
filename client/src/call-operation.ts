import type { Client, FetchOptions, FetchResponse } from "openapi-fetch";
import type { HttpMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import type { operations, paths, webhooks } from "./api.generated.ts";
import { operationPaths } from "./operations.generated.ts";

/** The name of an operation in the API's documentation, such as `searchListings`. */
export type OperationId = keyof typeof operationPaths;

type Init<Id extends OperationId> = FetchOptions<operations[Id]>;

/** The input of a call: optional where the operation needs none. */
type Input<Id extends OperationId> =
  RequiredKeysOf<Init<Id>> extends never ? [init?: Init<Id>] : [init: Init<Id>];

/** Calls an operation by its name: `operation("getListing", { params: { path: { listing_id: "A-1" } } })`. */
export type CallOperation = <Id extends OperationId>(
  operationId: Id,
  ...input: Input<Id>
) => Promise<FetchResponse<operations[Id], Init<Id>, `${string}/${string}`>>;

/** What a webhook receives: `event` says which one. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

export type WebhookEventName = WebhookEvent["event"];

/** The message of one event: `WebhookEventOf<"lead.created">`. */
export type WebhookEventOf<Name extends WebhookEventName> = Extract<WebhookEvent, { event: Name }>;

/** The path has been typed by the operation's name, so the untyped request is given what it takes. */
export function operationCaller(client: Client<paths>): CallOperation {
  const request = client.request as (method: HttpMethod, path: string, init?: object) => Promise<unknown>;
  return ((operationId: OperationId, init: object = {}) => {
    const [method, path] = operationPaths[operationId];
    return request(method, path, init);
  }) as CallOperation;
}
