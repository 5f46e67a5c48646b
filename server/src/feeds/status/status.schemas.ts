import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Timestamp } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { feedErrorCodes } from "../client/feed-error.ts";
import { strategies } from "../feed-row.ts";

export const feedStates = ["disabled", "running", "waiting", "held", "failing", "idle"] as const;
export const feedPhases = ["initial", "refresh", "reconcile", "media"] as const;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const FeedError = Component("FeedError", {
  code: OneOf(feedErrorCodes, { description: "What is wrong. docs/feeds.md has what to do about each" }),
  message: Type.String({ description: "The same as a sentence, with what to do" }),
  at: { ...Timestamp(), description: "When it was seen" },
});

export const FeedStatus = Component("FeedStatus", {
  state: OneOf(feedStates, {
    description:
      "disabled: by its configuration; running: a run is under way; waiting: a budget or Retry-After holds work back; " +
      "held: the removal guard holds removals; failing: the last run has failed; idle: none of these",
  }),
  phase: Nullable(OneOf(feedPhases)),
  strategy: Nullable(OneOf(strategies)),
  last_success_at: Nullable({
    ...Timestamp(),
    description: "The end of the last successful run; null before one",
  }),
  lag_seconds: Nullable(Count("Seconds since the start of the last successful refresh; null before one")),
  next_run_at: Nullable({ ...Timestamp(), description: "When the next run is due; null: none is" }),
  listings: Count("Listings of the source that are stored"),
  offered: Nullable(Count("Listings that the server offered at the last reconcile or initial load")),
  missing: Nullable(Count("Stored listings that it did not offer then")),
  photos_pending: Count("Photos that are not copied yet"),
  rejected: Count("Records that the server offers and that could not be stored"),
  budget: Component(
    "FeedBudgetUse",
    {
      used_hour: Count("Requests of the last hour"),
      used_day: Count("Requests of the last day"),
    },
    { description: "What was requested of the server" },
  ),
  error: Nullable(FeedError),
  progress: Nullable(
    Component("FeedProgress", {
      done: Count("Records that are done"),
      total: Nullable(Count("Of how many; null: not known")),
      per_second: Type.Number({ minimum: 0, description: "Records a second, on average" }),
    }),
  ),
});
export type FeedStatus = Static<typeof FeedStatus>;
