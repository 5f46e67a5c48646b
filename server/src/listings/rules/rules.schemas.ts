import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BlankableText, Text, WebAddress } from "../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";
import { hideableFields } from "./hideable-fields.ts";

const Fields = (description: string) =>
  Type.Array(OneOf(hideableFields), { uniqueItems: true, maxItems: hideableFields.length, description });
const ByRecord = (description: string) => OneOf(["record", "never"], { description });
const Whole = (maximum: number, description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum, description }));
const Words = (maxLength: number, description: string) => Nullable(BlankableText(maxLength, { description }));

const VowTerms = Component(
  "VowTerms",
  { version: Text(50, { description: "A new version has to be accepted again" }), text: Text(50_000) },
  { description: "What a client accepts to see `vow_fields`" },
);

export const SourceRulesView = Component("SourceRules", {
  attribution: Type.Boolean({
    description: "Whether cards and details name the listing's office and source",
  }),
  source_name: Text(200, { description: "The source's name for visitors" }),
  source_logo_url: Nullable(WebAddress()),
  disclaimer: Words(2000, "`{year}`, `{as_of}` and `{source_name}` are filled in"),
  copyright: Words(500, "`{year}`, `{as_of}` and `{source_name}` are filled in"),
  ai: Type.Boolean({
    description: "Whether documents, vectors and descriptions by models are made of its listings",
  }),
  show_sold: Type.Boolean({ description: "Whether sold listings are public" }),
  sold_max_age_days: Whole(36_500, "Days after which sold listings are no longer public"),
  show_history: Type.Boolean(),
  show_days_on_market: Type.Boolean(),
  show_coordinates: Type.Boolean({ description: "false: its listings have no position, in searches too" }),
  avm: ByRecord("Estimates of value: as each record says, or never"),
  comments: ByRecord("Comments of visitors: as each record says, or never"),
  max_age_hours: Whole(87_600, "While the source's feed is behind by more, its listings are not shown"),
  vow_fields: Fields("Shown only to clients who have accepted `vow_terms`"),
  vow_terms: Nullable(VowTerms),
  fields_hidden: Fields("Never shown and never searched"),
});
export type SourceRulesView = Static<typeof SourceRulesView>;

const { properties } = SourceRulesView;

/** null restores the default of a rule. */
export const UpdateSourceRulesBody = Type.Partial(
  Type.Object({
    ...properties,
    attribution: Nullable(properties.attribution),
    source_name: Nullable(properties.source_name),
    ai: Nullable(properties.ai),
    show_sold: Nullable(properties.show_sold),
    show_history: Nullable(properties.show_history),
    show_days_on_market: Nullable(properties.show_days_on_market),
    show_coordinates: Nullable(properties.show_coordinates),
    avm: Nullable(properties.avm),
    comments: Nullable(properties.comments),
    vow_fields: Nullable(properties.vow_fields),
    fields_hidden: Nullable(properties.fields_hidden),
  }),
);
export type UpdateSourceRulesBody = Static<typeof UpdateSourceRulesBody>;

export const SourceParams = Type.Object({ source: Type.String({ minLength: 1, maxLength: 100 }) });
