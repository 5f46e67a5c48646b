import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { Id, Timestamp } from "../../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../../platform/http/list-envelope.ts";
import { LeadSummary, PipelineType, Stage } from "../../leads.schemas.ts";
import { eventTypes } from "../../lifecycle/events.ts";

export const LeadBoardQuery = Type.Object({
  assigned_agent_id: Type.Optional(
    Id({ description: "Only leads of this agent; agents always see only their own" }),
  ),
  per_column: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 100,
    description: "Maximum number of cards in each column",
  }),
  page: Type.Integer({
    minimum: 1,
    default: 1,
    description: "Page of each column, from 1: the next `per_column` cards",
  }),
  stage: Type.Optional(Stage()),
  pipeline_type: Type.Optional(PipelineType()),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only leads of this brokerage; others see their own brokerage's" }),
  ),
});
export type LeadBoardQuery = Static<typeof LeadBoardQuery>;

const seconds = (description: string) => Nullable(Type.Integer({ description }));

export const LeadCard = Component("LeadCard", {
  ...LeadSummary.properties,
  sla_remaining_seconds: seconds(
    "Time left on the response clock; null when it has stopped, negative after a breach",
  ),
  sla_target_seconds: seconds("Null when the response clock has stopped"),
});
export type LeadCard = Static<typeof LeadCard>;

const Transitions = (description: string) => Type.Array(OneOf(eventTypes), { description });

const BoardColumn = Component("LeadBoardColumn", {
  stage: Stage(),
  label: Type.String(),
  total: Type.Integer({
    minimum: 0,
    description: "Number of all leads in the stage, including those without a card",
  }),
  cards: Type.Array(LeadCard, {
    description: "In NEW the oldest first; in other stages the latest entered first",
  }),
  available_transitions: Transitions("Events that can be reported for a buyer lead in this stage"),
  seller_transitions: Transitions("The same of a seller lead"),
});

export const LeadBoard = Component("LeadBoard", {
  columns: Type.Array(BoardColumn, {
    description: "All stages in the order of the pipeline, or the one of the query",
  }),
  generated_at: Timestamp(),
  can_filter_agents: Type.Boolean(),
  agents: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description: "Agents to whom leads can be assigned, by name; empty for agents",
  }),
});
export type LeadBoard = Static<typeof LeadBoard>;
