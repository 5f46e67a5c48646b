import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Id } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";
import { resourceNames } from "../feed-row.ts";
import { FeedStatus } from "../status/status.schemas.ts";
import { authTypes, mediaModes, strategyWords } from "./configuration.schemas.ts";

export const FeedParams = Type.Object({ feed_id: Id() });
export type FeedParams = Static<typeof FeedParams>;

export const FeedListQuery = Type.Object(PageQuery);
export type FeedListQuery = Static<typeof FeedListQuery>;

export const DeleteFeedQuery = Type.Object({
  listings: OneOf(["keep", "remove"], {
    default: "keep",
    description: "keep: the listings stay as they are; remove: they go with the feed",
  }),
});
export type DeleteFeedQuery = Static<typeof DeleteFeedQuery>;

const Limit = (description: string) => Nullable(Type.Integer({ minimum: 1, description }));

export const Feed = Component("Feed", {
  id: Type.Integer(),
  source: Type.String({ description: "The source whose listings it keeps in step" }),
  base_url: Type.String({ description: "The address of the RESO Web API" }),
  auth: Component(
    "FeedAuth",
    {
      type: OneOf(authTypes, { description: "A fixed token, or OAuth 2.0 client credentials" }),
      token_set: Type.Optional(Type.Boolean({ description: "Of `bearer`: whether the token is stored" })),
      token_url: Type.Optional(Type.String({ description: "Where tokens are issued" })),
      client_id: Type.Optional(Type.String({ description: "The client's id at the token's issuer" })),
      client_secret_set: Type.Optional(
        Type.Boolean({ description: "Of `client_credentials`: whether the secret is stored" }),
      ),
      scope: Type.Optional(Nullable(Type.String({ description: "The scope to ask for" }))),
    },
    { description: "How the server is asked for access, without secrets" },
  ),
  strategy: OneOf(strategyWords, { description: "How changes are found" }),
  resources: Type.Array(OneOf(resourceNames), { description: "What is read; Property always is" }),
  media: OneOf(mediaModes, { description: "Where photos are" }),
  filter: Nullable(Type.String({ description: "An OData filter that is added to requests" })),
  page_size: Type.Integer({ description: "Records of a page" }),
  user_agent: Nullable(
    Type.String({ description: "The User-Agent of requests; {token} stands for the bearer token" }),
  ),
  budget: Component(
    "FeedBudget",
    {
      per_second: Limit("Requests in a second; null: no limit"),
      per_hour: Limit("Requests in an hour; null: no limit"),
      per_day: Limit("Requests in a day; null: no limit"),
      bytes_per_hour: Limit("Bytes of replies in an hour; null: no limit"),
    },
    { description: "The most that is requested, of all processes together" },
  ),
  refresh_minutes: Type.Integer({ description: "Minutes between two refreshes" }),
  reconcile_hours: Type.Integer({ description: "Hours between two reconciles" }),
  overlap_minutes: Type.Integer({ description: "How far before its cursor a refresh begins" }),
  copy_media: Type.Boolean({ description: "Photos are copied, and shown from here" }),
  removal_guard_percent: Type.Integer({
    description: "The share of the listings that may be removed at once",
  }),
  enabled: Type.Boolean({ description: "false: nothing is requested" }),
  status: FeedStatus,
});
export type Feed = Static<typeof Feed>;

export const FeedPage = ListOf(Feed);
export type FeedPage = Static<typeof FeedPage>;
