import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { feedErrorCodes } from "../client/feed-error.ts";
import { strategies } from "../feed-row.ts";

export const stepNames = ["dns", "tls", "token", "metadata", "page", "media"] as const;

export const TrialStep = Component("FeedTrialStep", {
  name: OneOf(stepNames, { description: "What is tried" }),
  ok: Nullable(Type.Boolean({ description: "null: not reached, or not needed" })),
  ms: Type.Integer({ minimum: 0, description: "How long it took" }),
  code: Nullable(OneOf(feedErrorCodes)),
  message: Type.String({ description: "What was found; of a failure also what to do" }),
});
export type TrialStep = Static<typeof TrialStep>;

export const TrialField = Component("FeedTrialField", {
  field: Type.String({ description: "A field of Property" }),
  mapped_to: Nullable(
    Type.String({ description: "The field of a listing that it becomes; null: it is not read" }),
  ),
  coverage: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The share of the page's records that have it",
  }),
});
export type TrialField = Static<typeof TrialField>;

export const FeedTrial = Component("FeedTrial", {
  ok: Type.Boolean({ description: "Whether no step has failed" }),
  steps: Type.Array(TrialStep, { description: "The six steps in their order" }),
  resources: Type.Array(
    Component("FeedTrialResource", {
      name: Type.String({ description: "A resource of the server that feeds can read" }),
      count: Type.Optional(
        Type.Integer({ minimum: 0, description: "Its records, where the server counts them" }),
      ),
    }),
    { description: "The resources of the server" },
  ),
  fields: Type.Array(TrialField, { description: "The fields of Property, over one page" }),
  strategies: Type.Array(OneOf(strategies), { description: "The strategies that work, best first" }),
});
export type FeedTrial = Static<typeof FeedTrial>;

export const TrialQuery = Type.Object({
  format: OneOf(["json", "ndjson"], {
    default: "json",
    description:
      'ndjson: a line `{"step": …}` for each step as soon as it has ended, which may replace an earlier line of the same name, and a last ' +
      'line `{"trial": …}` with the whole result',
  }),
});
export type TrialQuery = Static<typeof TrialQuery>;
