import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { BlankableText, Id, OptionalBlank, Text, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";
import { placeholders } from "./render.ts";

/** The stages that can trigger enrollment (SPEC: Drip sequence). */
export const triggerStates = ["NEW", "CONTACTING", "QUALIFIED", "ARCHIVED"] as const;
export type TriggerState = (typeof triggerStates)[number];

export const pipelineTypes = ["buyer", "seller"] as const;

/** The limit per brokerage, so that one page holds all of its sequences. */
export const MAX_SEQUENCES = 100;
export const MAX_STEPS = 100;
/** The maximum length of all templates of a sequence together, which bounds the size of a page. */
export const MAX_TEXT = 200_000;

const TriggerState = () => OneOf(triggerStates, { description: "Leads that enter this stage are enrolled" });
const PipelineType = () =>
  Nullable(
    OneOf(pipelineTypes, {
      description:
        "null: both. Excludes leads of the other pipeline only if the lead setting `enforce_pipeline_type` is on",
    }),
  );
const StopOnStateChange = () =>
  Type.Boolean({
    description: "Whether a lead's enrollment ends when it leaves the stage in which it was enrolled",
  });

const names = placeholders.map((name) => `\`{{${name}}}\``).join(", ");
const stepFields = {
  delay_days: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: "Days after the enrollment (first step) or after the previous step",
  }),
  subject_template: Text(300, { description: `May contain ${names}` }),
  body_template: Text(20_000, {
    description: "Plain text with the same placeholders; an unsubscribe line is appended",
  }),
};
export const StepDraft = Component(
  "DripStepDraft",
  { subject_template: stepFields.subject_template, body_template: stepFields.body_template },
  { description: "Texts that are not saved, instead of those of the step at `position` (default 1)" },
);
export const NewSteps = () =>
  Type.Array(Component("DripStepInput", stepFields), {
    maxItems: MAX_STEPS,
    description: `In order; all texts together at most ${MAX_TEXT} characters`,
  });

const Step = Component("DripStep", {
  position: Type.Integer({ minimum: 1, description: "Position in the list, from 1" }),
  delay_days: Type.Integer(),
  subject_template: Type.String(),
  body_template: Type.String(),
});

export const MAX_WARNINGS = 20;

const TemplateWarning = Component("TemplateWarning", {
  position: Type.Integer({ description: "The step whose template it is" }),
  field: OneOf(["subject_template", "body_template"]),
  placeholder: Type.String({ description: "The unknown name as written; long names are shortened" }),
  nearest: Nullable(
    OneOf(placeholders, { description: "The placeholder that may be meant; null without a similar one" }),
  ),
  message: Type.String(),
});
export type TemplateWarning = Static<typeof TemplateWarning>;

export const TemplateWarnings = () =>
  Type.Array(TemplateWarning, {
    maxItems: MAX_WARNINGS,
    description: `Unknown placeholders of the templates, which render empty; the first ${MAX_WARNINGS}`,
  });

export const DripSequence = Component("DripSequence", {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  name: Type.String(),
  description: Nullable(Type.String()),
  trigger_state: TriggerState(),
  pipeline_type: PipelineType(),
  active: Type.Boolean(),
  stop_on_state_change: StopOnStateChange(),
  steps: Type.Array(Step),
  warnings: TemplateWarnings(),
  active_enrollments: Type.Integer(),
  total_enrollments: Type.Integer({ description: "Including completed and stopped ones" }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type DripSequence = Static<typeof DripSequence>;

export const DripSequencePage = ListOf(DripSequence);
export type DripSequencePage = Static<typeof DripSequencePage>;

export const DripSequenceListQuery = Type.Object({
  brokerage_id: Type.Optional(Id({ description: "For admins: only sequences of this brokerage" })),
  ...PageQuery,
  page_size: Type.Integer({ minimum: 1, maximum: MAX_SEQUENCES, default: MAX_SEQUENCES }),
});
export type DripSequenceListQuery = Static<typeof DripSequenceListQuery>;

export const SequenceParams = Type.Object({ sequence_id: Id() });
export type SequenceParams = Static<typeof SequenceParams>;

const BrokerageId = () =>
  Type.Optional(Nullable(Id({ description: "For admins; for other roles it is their own brokerage" })));

export const CreateDripSequenceBody = Type.Object({
  brokerage_id: BrokerageId(),
  name: Text(120, { description: "Unique in the brokerage, case-insensitive" }),
  description: OptionalBlank(2000),
  trigger_state: TriggerState(),
  pipeline_type: Type.Optional(PipelineType()),
  active: Type.Optional(Type.Boolean({ description: "By default true" })),
  stop_on_state_change: Type.Optional(StopOnStateChange()),
  steps: Type.Optional(NewSteps()),
});
export type CreateDripSequenceBody = Static<typeof CreateDripSequenceBody>;
export type NewStep = NonNullable<CreateDripSequenceBody["steps"]>[number];

export const UpdateDripSequenceBody = Type.Partial(
  Type.Object({
    name: Text(120),
    description: Nullable(BlankableText(2000)),
    trigger_state: TriggerState(),
    pipeline_type: PipelineType(),
    active: Type.Boolean({
      description: "false stops all enrollments; true does not restart them",
    }),
    stop_on_state_change: StopOnStateChange(),
    steps: NewSteps(),
  }),
);
export type UpdateDripSequenceBody = Static<typeof UpdateDripSequenceBody>;

export const DripMeta = Component("DripMeta", {
  trigger_states: Type.Array(TriggerState()),
  pipeline_types: Type.Array(OneOf(pipelineTypes)),
  placeholders: Type.Array(OneOf(placeholders), {
    description: "Names of placeholders; a template contains them as `{{name}}`",
  }),
  unsubscribe_links_enabled: Type.Boolean({
    description: "Whether mails end with an unsubscribe link; otherwise the last line asks for a reply",
  }),
});
export type DripMeta = Static<typeof DripMeta>;

export const DripStarter = Component("DripStarter", {
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  trigger_state: TriggerState(),
  pipeline_type: PipelineType(),
  stop_on_state_change: StopOnStateChange(),
  steps: Type.Array(Step),
});
export const DripStarterList = Component("DripStarterList", {
  items: Type.Array(DripStarter),
  total: Type.Integer(),
});
export type DripStarterList = Static<typeof DripStarterList>;

export const StarterParams = Type.Object({ key: Type.String({ maxLength: 100 }) });

/** Optional, so that a starter can be copied with one click. */
export const CopyDripStarterBody = Nullable(
  Type.Object({
    brokerage_id: BrokerageId(),
    name: Type.Optional(Text(120, { description: "Default: the starter's name" })),
    active: Type.Optional(Type.Boolean({ description: "By default true" })),
  }),
);
export type CopyDripStarterBody = Static<typeof CopyDripStarterBody>;

export const Removed = Type.Object({ message: Type.String() });
