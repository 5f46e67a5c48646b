import type { Selectable } from "kysely";
import type { Leads } from "../platform/database/types.generated.ts";
import type { LegacyStatus } from "./lifecycle/projections.ts";
import type { PipelineType, Stage } from "./lifecycle/stages.ts";

/** A lead as stored, with the words its columns are checked for. */
export type LeadRow = Omit<Selectable<Leads>, "stage" | "status" | "pipeline_type" | "source"> & {
  stage: Stage;
  status: LegacyStatus;
  pipeline_type: PipelineType;
  source: LeadSource;
};

/** How a lead came. */
export const leadSources = [
  "contact_form",
  "manual",
  "tour_request",
  "website_registration",
  "import",
] as const;
export type LeadSource = (typeof leadSources)[number];
