import { AppError } from "../../../platform/errors.ts";
import { nextStatuses, type RegistrationStatus } from "../../intake/registration/registration-statuses.ts";
import type { LeadRow } from "../../lead-row.ts";
import { legacyColumns } from "../../lifecycle/projections.ts";
import type { PipelineType, Stage } from "../../lifecycle/stages.ts";
import type { UpdateLeadBody } from "../records.schemas.ts";

/** Early stages, in which the pipeline type can still change (SPEC: Lead). */
const UNDECIDED: readonly Stage[] = ["NEW", "CONTACTING"];

/**
 * Stages change through events only. Sending the current value is allowed.
 *
 * @throws AppError 409.
 */
export function assertStageUnchanged(lead: LeadRow, { status, stage }: UpdateLeadBody): void {
  const isOther = (sent: string | null | undefined, now: string) => sent != null && sent !== now;
  const field = isOther(status, lead.status) ? "status" : isOther(stage, lead.stage) ? "stage" : null;
  if (field === null) return;
  throw new AppError(
    "conflict",
    `${field} is not changed here: report what happened to POST /api/v1/admin/leads/${lead.id}/transitions`,
  );
}

/**
 * The columns that an edit changes, without the assignment.
 *
 * @throws AppError 409 for another pipeline_type after CONTACTING, and a registration_status that is not next.
 */
export function editedColumns(lead: LeadRow, input: UpdateLeadBody) {
  const { first_name, last_name, email, phone, notes, pipeline_type } = input;
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(notes !== undefined && { notes: notes || null }),
    ...(pipeline_type !== undefined && pipelineColumns(lead, pipeline_type)),
    ...(input.registration_status != null && registrationColumns(lead, input.registration_status)),
  };
}

function registrationColumns({ registration_status: now }: LeadRow, status: RegistrationStatus) {
  if (now === null)
    throw new AppError("conflict", "registration_status is of leads that registered; this one did not");
  const next = nextStatuses[now as RegistrationStatus];
  if (status === now || next.includes(status)) return { registration_status: status };
  throw new AppError(
    "conflict",
    `registration_status ${now} does not become ${status}; next: ${next.join(", ") || "none"}`,
  );
}

/** From now on the legacy column of the other pipeline is written; the first one keeps its value (SPEC: Projection). */
function pipelineColumns({ stage, pipeline_type: now }: LeadRow, path: PipelineType) {
  if (path === now) return {};
  if (!UNDECIDED.includes(stage)) {
    throw new AppError(
      "conflict",
      `pipeline_type can be changed in ${UNDECIDED.join(" and ")} only; the lead is ${stage}`,
    );
  }
  return { pipeline_type: path, ...legacyColumns(stage, path) };
}
