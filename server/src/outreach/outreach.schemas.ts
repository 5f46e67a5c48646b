import { type Static, Type } from "typebox";
import {
  enrollmentStatuses,
  NewSteps,
  pipelineTypes,
  StepDraft,
  stopReasons,
  TemplateWarnings,
  triggerStates,
} from "../drips/index.ts";
import { stages } from "../leads/index.ts";
import { Component } from "../platform/http/component.ts";
import { Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";

/** The maximum page size. */
const MAX_ENROLLMENTS = 1000;

export const SequenceParams = Type.Object({ sequence_id: Id() });
export type SequenceParams = Static<typeof SequenceParams>;

export const EnrollmentParams = Type.Object({ sequence_id: Id(), lead_id: Id() });
export type EnrollmentParams = Static<typeof EnrollmentParams>;

export const LeadParams = Type.Object({ lead_id: Id() });
export type LeadParams = Static<typeof LeadParams>;

const enrollmentFields = {
  id: Type.Integer(),
  sequence_id: Type.Integer(),
  lead_id: Type.Integer(),
  lead_name: Type.String(),
  lead_email: Nullable(Type.String()),
  enrolled_at: Timestamp(),
  enrolled_state: OneOf(stages, { description: "The lead's stage when it was enrolled" }),
  next_step_position: Nullable(
    Type.Integer({ description: "null when the enrollment is completed or stopped" }),
  ),
  next_send_at: Nullable(Timestamp()),
  status: OneOf(enrollmentStatuses),
  stopped_reason: Nullable(OneOf(stopReasons)),
  stopped_at: Nullable(Timestamp()),
  last_sent_at: Nullable(Timestamp()),
  send_failures: Type.Integer({ description: "Consecutive failures; the third stops the enrollment" }),
};

export const Enrollment = Component("Enrollment", enrollmentFields);
export type Enrollment = Static<typeof Enrollment>;

export const EnrollmentPage = ListOf(Enrollment);
export type EnrollmentPage = Static<typeof EnrollmentPage>;

export const EnrollmentListQuery = Type.Object({
  ...PageQuery,
  page_size: Type.Integer({ minimum: 1, maximum: MAX_ENROLLMENTS, default: MAX_ENROLLMENTS }),
});
export type EnrollmentListQuery = Static<typeof EnrollmentListQuery>;

export const EnrollmentStopped = Type.Object({ message: Type.String() });
export type EnrollmentStopped = Static<typeof EnrollmentStopped>;

export const LeadDrips = Component("LeadDrips", {
  enrollments: Type.Array(Component("LeadEnrollment", { ...enrollmentFields, sequence_name: Type.String() })),
  available_sequences: Type.Array(
    Component("AvailableSequence", {
      id: Type.Integer(),
      name: Type.String(),
      description: Nullable(Type.String()),
      trigger_state: OneOf(triggerStates),
      pipeline_type: Nullable(OneOf(pipelineTypes)),
      step_count: Type.Integer(),
      total_days: Type.Integer({ description: "Days from the enrollment to the last step" }),
    }),
    { description: "Sequences that are turned on and have steps, without an active enrollment of the lead" },
  ),
  can_manage: Type.Boolean({ description: "Whether the caller may enroll the lead and stop enrollments" }),
});
export type LeadDrips = Static<typeof LeadDrips>;

export const PreviewBody = Type.Object({
  lead_id: Id(),
  position: Type.Optional(
    Nullable(
      Id({ description: "The position of the step; default: the one that the lead waits for, or the first" }),
    ),
  ),
  draft: Type.Optional(StepDraft),
});
export type PreviewBody = Static<typeof PreviewBody>;

export const Preview = Component("DripPreview", {
  lead_id: Type.Integer(),
  position: Type.Integer(),
  subject: Type.String(),
  body: Type.String({ description: "The plain text with the footer" }),
  html: Type.String({ description: "The same as a page, as mail programs show it" }),
  to: Nullable(Type.String({ description: "The lead's address; null without one" })),
  reply_to: Nullable(
    Type.String({ description: "The address of the assigned agent, or of the brokerage's owner" }),
  ),
  footer_is_link: Type.Boolean({
    description: "Whether the footer has an unsubscribe link; otherwise the last line asks for a reply",
  }),
  warnings: TemplateWarnings(),
});
export type Preview = Static<typeof Preview>;

export const SimulationBody = Type.Object({
  lead_id: Id(),
  steps: Type.Optional(NewSteps()),
});
export type SimulationBody = Static<typeof SimulationBody>;

export const Simulation = Component("DripSimulation", {
  lead_id: Type.Integer(),
  enrolled_at: Timestamp(),
  enrolled_state: OneOf(stages, { description: "The lead's stage now" }),
  time_zone: Type.String({ description: "The brokerage's, by its lead settings" }),
  refusal: Nullable(
    Type.String({
      description: "Why the lead cannot be enrolled now; null: it can. The steps are shown all the same",
    }),
  ),
  stop_reason: Nullable(
    OneOf(stopReasons, {
      description:
        "Why the enrollment would stop when its first step is due, if the lead and the sequence stay as they are; null: it would not",
    }),
  ),
  steps: Type.Array(
    Component("SimulatedDripStep", {
      position: Type.Integer(),
      delay_days: Type.Integer(),
      due_at: Timestamp(),
      would_send: Type.Boolean({ description: "Whether the enrollment would still be active then" }),
      subject: Type.String({ description: "As the lead would read it" }),
    }),
  ),
  notes: Type.Array(Type.String(), { description: "What else decides when, and whether, steps are sent" }),
});
export type Simulation = Static<typeof Simulation>;
