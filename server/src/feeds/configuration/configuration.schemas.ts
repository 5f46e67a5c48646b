import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BlankableText, Text } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { resourceNames, strategies } from "../feed-row.ts";

export const strategyWords = ["auto", ...strategies] as const;
export const mediaModes = ["expand", "resource", "none"] as const;
export const authTypes = ["bearer", "client_credentials"] as const;

const MAX_SECRET = 8000;
const MAX_INTEGER = 2_147_483_647;

const Address = (description: string) =>
  Type.String({ trim: true, format: "web-address", maxLength: 2048, description });

/** Not trimmed: each character of a secret counts, and a stray line break is refused. */
const Secret = (description: string) => Type.String({ minLength: 1, maxLength: MAX_SECRET, description });

const Limit = (description: string, maximum = MAX_INTEGER) =>
  Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum, description })));

export const FeedAuthInput = Component(
  "FeedAuthInput",
  {
    type: OneOf(authTypes, { description: "A fixed token, or OAuth 2.0 client credentials" }),
    token: Type.Optional(Secret("With `bearer`: the token. Never shown again")),
    token_url: Type.Optional(
      Address("With `client_credentials`: where tokens are issued. Without credentials and query"),
    ),
    client_id: Type.Optional(Text(500, { description: "With `client_credentials`" })),
    client_secret: Type.Optional(Secret("With `client_credentials`. Never shown again")),
    scope: Type.Optional(
      Nullable(BlankableText(1000, { description: "With `client_credentials`: the scope to ask for" })),
    ),
  },
  { description: "How the server is asked for access" },
);
export type FeedAuthInput = Static<typeof FeedAuthInput>;

export const FeedBudgetInput = Component(
  "FeedBudgetInput",
  {
    per_second: Limit("Requests in a second. null: no limit"),
    per_hour: Limit("Requests in an hour. null: no limit"),
    per_day: Limit("Requests in a day. null: no limit"),
    bytes_per_hour: Limit("Bytes of replies in an hour. null: no limit", Number.MAX_SAFE_INTEGER),
  },
  { description: "The most that is requested, of all processes together" },
);

/** What may be left out of a new feed. The defaults: feed-defaults.ts. */
const settings = {
  strategy: OneOf(strategyWords, { description: "How changes are found. Default: auto, which tries them" }),
  resources: Type.Array(OneOf(resourceNames), {
    minItems: 1,
    maxItems: 2 * resourceNames.length,
    uniqueItems: true,
    description: "What is read. Property is always read. Default: all",
  }),
  media: OneOf(mediaModes, {
    description:
      "Where photos are: expanded in Property, in a resource of their own, or not read. Default: expand",
  }),
  filter: Nullable(
    BlankableText(4000, {
      description: "An OData filter that is added to each request whose resource has its fields",
    }),
  ),
  page_size: Type.Integer({ minimum: 1, maximum: 5000, description: "Records of a page. Default: 200" }),
  user_agent: Nullable(
    Type.String({
      maxLength: 500,
      description: "The User-Agent of requests; {token} stands for the bearer token. Default: Lintel's",
    }),
  ),
  budget: FeedBudgetInput,
  refresh_minutes: Type.Integer({
    minimum: 1,
    maximum: 1440,
    description: "Minutes between two refreshes. Default: 5",
  }),
  reconcile_hours: Type.Integer({
    minimum: 1,
    maximum: 168,
    description: "Hours between two reconciles. Default: 6",
  }),
  overlap_minutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description:
      "How far before its cursor a refresh begins, for records that were committed late. Default: 20",
  }),
  copy_media: Type.Boolean({ description: "Photos are copied, and shown from here. Default: true" }),
  removal_guard_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      "Nothing is removed when more than this share of the listings, and more than 50, would be removed at once. Default: 20",
  }),
  enabled: Type.Boolean({ description: "false: nothing is requested. Default: true" }),
};

const Source = Type.String({
  maxLength: 100,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "The source whose listings the feed keeps in step; it is created where there is none",
});

const BaseUrl = Address("The address of the RESO Web API, without credentials and query");

export const CreateFeedBody = Component("CreateFeedRequest", {
  source: Source,
  base_url: BaseUrl,
  auth: FeedAuthInput,
  ...Type.Partial(Type.Object(settings)).properties,
});
export type CreateFeedBody = Static<typeof CreateFeedBody>;

export const UpdateFeedBody = Type.Partial(
  Type.Object({
    // Declared, so that it is refused and not ignored.
    source: Type.Unknown({ description: "Cannot be changed" }),
    base_url: BaseUrl,
    auth: FeedAuthInput,
    ...settings,
  }),
);
export type UpdateFeedBody = Static<typeof UpdateFeedBody>;
