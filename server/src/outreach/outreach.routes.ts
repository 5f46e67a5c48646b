import { route } from "../platform/http/route.ts";
import { enrollLead } from "./enrollments/enroll-lead.ts";
import { getLeadDrips } from "./enrollments/get-lead-drips.ts";
import { listEnrollments } from "./enrollments/list-enrollments.ts";
import { stopEnrollment } from "./enrollments/stop-enrollment.ts";
import * as schemas from "./outreach.schemas.ts";
import { previewDripStep } from "./preview-drip-step.ts";
import { runRoutes } from "./run/run.routes.ts";

const SEQUENCE = "/api/v1/admin/drips/{sequence_id}";
const drips = { tag: "Drips" } as const;
const missing = "Sequence not found, or Lead not found";

/** Leads on drip sequences, and the mail that they get. */
export const outreachRoutes = [
  route({
    ...drips,
    method: "GET",
    path: `${SEQUENCE}/enrollments`,
    operationId: "listEnrollments",
    summary: "Leads that are or were on a drip sequence, the last enrolled first",
    description: "Agents see their own leads alone; `total` counts what the caller sees.",
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
    summary: "Enroll a lead in a drip sequence, or start it anew from step one",
    description:
      "In any stage. One that was completed or stopped begins again; what was sent to it before is sent again too.",
    permission: "broker",
    ignoresBody: true,
    params: schemas.EnrollmentParams,
    response: schemas.Enrollment,
    errors: {
      404: missing,
      409: "The lead is active on it already, or the sequence is turned off or has no steps",
    },
    run: enrollLead,
  }),
  route({
    ...drips,
    method: "DELETE",
    path: `${SEQUENCE}/enrollments/{lead_id}`,
    operationId: "stopEnrollment",
    summary: "Stop a lead's enrollment",
    description: "It stays in the list as `stopped` with the reason `manual`.",
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
    summary: "A step as a lead would get it",
    description: "Sends nothing and changes nothing. The lead need not be on the sequence.",
    permission: "authenticated",
    params: schemas.SequenceParams,
    body: schemas.PreviewBody,
    response: schemas.Preview,
    errors: { 404: `${missing}, or Step not found` },
    run: previewDripStep,
  }),
  route({
    ...drips,
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/drips",
    operationId: "getLeadDrips",
    summary: "A lead's enrollments, and the drip sequences that it could be put on",
    description:
      "Sequences of the other pipeline are left out only where the lead setting `enforce_pipeline_type` is on.",
    permission: "authenticated",
    params: schemas.LeadParams,
    response: schemas.LeadDrips,
    errors: { 404: "Lead not found" },
    run: getLeadDrips,
  }),
  ...runRoutes,
];
