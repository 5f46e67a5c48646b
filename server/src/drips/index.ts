export { dripRoutes } from "./drips.routes.ts";
export {
  type DripSequence,
  NewSteps,
  pipelineTypes,
  StepDraft,
  TemplateWarnings,
  type TriggerState,
  triggerStates,
} from "./drips.schemas.ts";
export {
  type EnrollmentChange,
  enrollmentsOfLeads,
  holdChangedEnrollments,
  undoEnrollmentChanges,
} from "./enrollments/enrollment-changes.ts";
export {
  dueAfter,
  type EnrollmentRow,
  enrollmentStatuses,
  type StopReason,
  stopReasons,
} from "./enrollments/enrollment-row.ts";
export { enrollmentsOfLead, enrollmentsOn } from "./enrollments/enrollments-on.ts";
export {
  enrollNewLead,
  enterStage,
  lockSequencesForNew,
  sequencesForNewLead,
} from "./enrollments/enter-stage.ts";
export { eraseEnrollments } from "./enrollments/erase-enrollments.ts";
export { type ExportedEnrollment, exportEnrollments } from "./enrollments/export-enrollments.ts";
export { joinableSequences } from "./enrollments/joinable-sequences.ts";
export { lockTriggered, type TriggeredSequence } from "./enrollments/lock-triggered.sql.ts";
export { enrollmentRefusal, startEnrollment } from "./enrollments/start-enrollment.ts";
export { stepForLead } from "./enrollments/step-for-lead.ts";
export type { NoMarketing } from "./enrollments/stop-all-of.sql.ts";
export { lockEnrollments, stopEnrollments } from "./enrollments/stop-enrollments.ts";

export { stopManually } from "./enrollments/stop-manually.ts";
export { type PlaceholderValues, placeholders, renderSubject, renderTemplate } from "./render.ts";
export { advanceSent } from "./run/advance-sent.sql.ts";
export { type ClaimOptions, claimDue } from "./run/claim-due.sql.ts";
export type { DueEnrollment } from "./run/due-enrollment.ts";
export { type DueStep, dueSteps } from "./run/due-steps.sql.ts";
export { pageOfDue } from "./run/page-of-due.sql.ts";
export {
  completeDue,
  deferToNextPass,
  type EnrollmentClaim,
  recordFailure,
  releaseDue,
  stillClaimedEnrollments,
  stopAfterFailures,
  stopDue,
} from "./run/settle-due.ts";
export { presentSequences, type SequenceRow } from "./sequences/sequence-view.ts";
export { lockSequence, sequenceNotFound, visibleSequence } from "./sequences/visible-sequence.ts";
export { copyDripStarter } from "./starters/copy-drip-starter.ts";
export { templateWarnings } from "./template-warnings.ts";
