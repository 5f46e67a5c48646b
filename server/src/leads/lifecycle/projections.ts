import type { PipelineType, Stage } from "./stages.ts";

export const legacyStatuses = [
  "new",
  "contacted",
  "qualified",
  "showing",
  "offer",
  "converted",
  "lost",
] as const;
export type LegacyStatus = (typeof legacyStatuses)[number];

/** The legacy fields of a stage; null keeps the current value (SPEC: Projection to legacy status fields). */
type Projection = { status: LegacyStatus; buyer: string | null; seller: string | null };

export const projections: Record<Stage, Projection> = {
  NEW: { status: "new", buyer: "lead", seller: "lead" },
  CONTACTING: { status: "contacted", buyer: "lead", seller: "lead" },
  QUALIFIED: { status: "qualified", buyer: "searching", seller: "preparing" },
  COMMITTED: { status: "qualified", buyer: "offer_pending", seller: "listed" },
  IN_CONTRACT: { status: "qualified", buyer: "under_contract", seller: "under_contract" },
  CLOSED: { status: "converted", buyer: "closed", seller: "closed" },
  ARCHIVED: { status: "lost", buyer: null, seller: null },
  TRASHED: { status: "lost", buyer: null, seller: null },
};

/** The stage of a lead with only a legacy status: the safest one (decisions.md: Leads). */
export const stageOfStatus: Record<LegacyStatus, Stage> = {
  new: "NEW",
  contacted: "CONTACTING",
  qualified: "QUALIFIED",
  showing: "QUALIFIED",
  offer: "QUALIFIED",
  converted: "CLOSED",
  lost: "ARCHIVED",
};

/** The legacy columns of a stage and pipeline; the column of the other pipeline is not written. */
export function legacyColumns(
  stage: Stage,
  path: PipelineType,
): { status: LegacyStatus; buyer_status?: string; seller_status?: string } {
  const { status, buyer, seller } = projections[stage];
  if (path === "buyer") return { status, ...(buyer !== null && { buyer_status: buyer }) };
  return { status, ...(seller !== null && { seller_status: seller }) };
}
