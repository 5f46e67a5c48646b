import { type Static, Type } from "typebox";
import { Id, Timestamp } from "../../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../../platform/http/list-envelope.ts";
import { LeadSummary, Stage } from "../../leads.schemas.ts";
import { eventTypes } from "../../lifecycle/events.ts";

export const LeadBoardQuery = Type.Object({
  assigned_agent_id: Type.Optional(Id({ description: "Narrows to one agent; agents see their own anyway" })),
  per_column: Type.Integer({ minimum: 1, maximum: 100, default: 100, description: "At most so many cards" }),
  brokerage_id: Type.Optional(Id({ description: "For admins; others see their own" })),
});
export type LeadBoardQuery = Static<typeof LeadBoardQuery>;

const seconds = (description: string) => Nullable(Type.Integer({ description }));

export const LeadCard = Type.Object({
  ...LeadSummary.properties,
  sla_remaining_seconds: seconds("Of the response clock; null when it has stopped, negative after a breach"),
  sla_target_seconds: seconds("Null when the response clock has stopped"),
});
export type LeadCard = Static<typeof LeadCard>;

const Transitions = (description: string) => Type.Array(OneOf(eventTypes), { description });

const BoardColumn = Type.Object({
  stage: Stage(),
  label: Type.String(),
  total: Type.Integer({ minimum: 0, description: "All leads of the stage, those without a card too" }),
  cards: Type.Array(LeadCard, {
    description: "In NEW the oldest first, in other stages the latest to enter",
  }),
  available_transitions: Transitions("What may be reported of a buyer lead in this stage"),
  seller_transitions: Transitions("The same of a seller lead"),
});

export const LeadBoard = Type.Object({
  columns: Type.Array(BoardColumn, { description: "All stages, in the order of the pipeline" }),
  generated_at: Timestamp(),
  can_filter_agents: Type.Boolean(),
  agents: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description: "Whom leads can be assigned to, by name; empty for agents",
  }),
});
export type LeadBoard = Static<typeof LeadBoard>;
