import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../../platform/http/list-envelope.ts";
import { feedErrorCodes } from "../client/feed-error.ts";

export const runKinds = ["initial", "refresh", "reconcile"] as const;
export const runStates = ["running", "succeeded", "failed", "held"] as const;

export const RunFeedBody = Type.Object({
  kind: Type.Optional(
    OneOf(runKinds, {
      description:
        "refresh: what has changed; reconcile: compares all keys, and removes what is no longer offered; initial: reads everything again. Default: refresh",
    }),
  ),
  confirm_removals: Type.Optional(
    Type.Boolean({ description: "Of a reconcile: removes also what the removal guard holds" }),
  ),
});
export type RunFeedBody = Static<typeof RunFeedBody>;

export const RequestedRun = Component("RequestedFeedRun", {
  run_id: Type.Integer({ description: "The id of the run" }),
});
export type RequestedRun = Static<typeof RequestedRun>;

export const RunListQuery = Type.Object(PageQuery);
export type RunListQuery = Static<typeof RunListQuery>;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const FeedRun = Component("FeedRun", {
  id: Type.Integer(),
  kind: OneOf(runKinds, { description: "What it reads" }),
  state: OneOf(runStates, { description: "held: it was complete but for removals, which the guard holds" }),
  started_at: { ...Timestamp(), description: "When it began" },
  finished_at: Nullable({ ...Timestamp(), description: "When it ended; null while it runs" }),
  requests: Count("Requests that were sent"),
  bytes: Count("Bytes of the replies"),
  read: Count("Listings that were read"),
  created: Count("New listings"),
  updated: Count("Changed listings"),
  unchanged: Count("Listings that were stored as they are"),
  removed: Count("Listings that are no longer offered, and were removed"),
  rejected: Count("Listings that could not be stored"),
  photos: Count("Photos of the listings that were read"),
  error: Nullable(
    Component("FeedRunError", {
      code: OneOf(feedErrorCodes, { description: "Why it failed. docs/feeds.md has what to do about each" }),
      message: Type.String({ description: "The same as a sentence" }),
    }),
  ),
});
export type FeedRun = Static<typeof FeedRun>;

export const FeedRunPage = ListOf(FeedRun);
export type FeedRunPage = Static<typeof FeedRunPage>;

export const FeedReject = Component("FeedReject", {
  key: Type.String({ description: "The record's key at the server" }),
  resource: Type.String({ description: "The resource that has the record" }),
  reasons: Type.Array(Type.String(), { description: "Why it cannot be stored" }),
  record: Type.Unknown({ description: "The record as it was sent" }),
  at: { ...Timestamp(), description: "When it was read" },
});
export type FeedReject = Static<typeof FeedReject>;

export const FeedRejectPage = ListOf(FeedReject);
export type FeedRejectPage = Static<typeof FeedRejectPage>;
