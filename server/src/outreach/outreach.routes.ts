import { route } from "../platform/http/route.ts";
import { enrollLead } from "./enrollments/enroll-lead.ts";
import { getLeadDrips } from "./enrollments/get-lead-drips.ts";
import { listEnrollments } from "./enrollments/list-enrollments.ts";
import { stopEnrollment } from "./enrollments/stop-enrollment.ts";
import * as schemas from "./outreach.schemas.ts";
import { previewDripStep } from "./preview-drip-step.ts";
import { runRoutes } from "./run/run.routes.ts";
import { simulateDrip } from "./simulate-drip.ts";

const SEQUENCE = "/api/v1/admin/drips/{sequence_id}";
const drips = { tag: "Drips" } as const;
const missing = "Sequence not found, or Lead not found";

/** Enrollments of leads in drip sequences, and the mails sent to them. */
export const outreachRoutes = [
  route({
    ...drips,
    method: "GET",
    path: `${SEQUENCE}/enrollments`,
    operationId: "listEnrollments",
    summary: "List the current and past enrollments in a drip sequence, latest first",
    description: "Agents see only their own leads; `total` counts what the caller sees.",
    permission: "authenticated",
    params: schemas.SequenceParams,
    query: schemas.EnrollmentListQuery,
    response: schemas.EnrollmentPage,
    errors: { 404: "Sequence not found" },
    run: listEnrollments,
  }),
  route({
    ...drips,
    method: "POST",
    path: `${SEQUENCE}/enrollments/{lead_id}`,
    operationId: "enrollLead",
    summary: "Enroll a lead in a drip sequence, or restart its enrollment",
    description:
      "Possible in any stage. A completed or stopped enrollment restarts at step one, and sends all steps again.",
    permission: "broker",
    ignoresBody: true,
    params: schemas.EnrollmentParams,
    response: schemas.Enrollment,
    errors: {
      404: missing,
      409: "The lead is enrolled already, or the sequence is turned off or has no steps",
    },
    run: enrollLead,
  }),
  route({
    ...drips,
    method: "DELETE",
    path: `${SEQUENCE}/enrollments/{lead_id}`,
    operationId: "stopEnrollment",
    summary: "Stop a lead's enrollment",
    description: "The enrollment stays in the list as `stopped` with the reason `manual`.",
    permission: "broker",
    params: schemas.EnrollmentParams,
    response: schemas.EnrollmentStopped,
    errors: { 404: `${missing}, or Enrollment not found: the lead is not active on the sequence` },
    run: stopEnrollment,
  }),
  route({
    ...drips,
    method: "POST",
    path: `${SEQUENCE}/preview`,
    operationId: "previewDripStep",
    summary: "Preview a step as a lead would receive it",
    description:
      "Sends nothing and changes nothing. The lead need not be enrolled, and with `draft` the texts need not be saved.",
    permission: "authenticated",
    params: schemas.SequenceParams,
    body: schemas.PreviewBody,
    response: schemas.Preview,
    errors: { 404: `${missing}, or Step not found` },
    run: previewDripStep,
  }),
  route({
    ...drips,
    method: "POST",
    path: `${SEQUENCE}/simulate`,
    operationId: "simulateDrip",
    summary: "Simulate when each step would be sent to a lead that is enrolled now",
    description:
      "By the rules of the drip pass, for the lead as it is. Sends nothing and changes nothing. With `steps` they need not be saved.",
    permission: "authenticated",
    readsOnly: true,
    params: schemas.SequenceParams,
    body: schemas.SimulationBody,
    response: schemas.Simulation,
    errors: { 404: missing },
    run: simulateDrip,
  }),
  route({
    ...drips,
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/drips",
    operationId: "getLeadDrips",
    summary: "List a lead's enrollments, and the drip sequences in which it can be enrolled",
    description:
      "Sequences of the other pipeline are left out only if the lead setting `enforce_pipeline_type` is on.",
    permission: "authenticated",
    params: schemas.LeadParams,
    response: schemas.LeadDrips,
    errors: { 404: "Lead not found" },
    run: getLeadDrips,
  }),
  ...runRoutes,
];
