export { dripRoutes } from "./drips.routes.ts";
export { type DripSequence, pipelineTypes, type TriggerState, triggerStates } from "./drips.schemas.ts";
export {
  type EnrollmentRow,
  enrollmentStatuses,
  type StopReason,
  stopReasons,
} from "./enrollments/enrollment-row.ts";
export { enrollmentsOfLead, enrollmentsOn } from "./enrollments/enrollments-on.ts";

export { enrollNewLead, enterStage } from "./enrollments/enter-stage.ts";
export { eraseEnrollments } from "./enrollments/erase-enrollments.ts";
export { type ExportedEnrollment, exportEnrollments } from "./enrollments/export-enrollments.ts";
export { joinableSequences } from "./enrollments/joinable-sequences.ts";
export { startEnrollment } from "./enrollments/start-enrollment.ts";
export { stepForLead } from "./enrollments/step-for-lead.ts";
export type { NoMarketing } from "./enrollments/stop-enrollments.sql.ts";
export { lockEnrollments, stopEnrollments } from "./enrollments/stop-enrollments.ts";

export { stopManually } from "./enrollments/stop-manually.ts";
export { type PlaceholderValues, placeholders, renderSubject, renderTemplate } from "./render.ts";
export {
  type Claim,
  claimDue,
  type DueEnrollment,
  type DueStep,
  dueSteps,
  pageOfDue,
} from "./run/due-enrollments.sql.ts";
export {
  advanceSent,
  type Claimed,
  completeDue,
  recordFailure,
  releaseDue,
  stillDue,
  stopAfterFailures,
  stopDue,
} from "./run/settle-due.sql.ts";
export { presentSequences, type SequenceRow } from "./sequences/sequence-view.ts";
export { lockSequence, sequenceNotFound, visibleSequence } from "./sequences/visible-sequence.ts";
