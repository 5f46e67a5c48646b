/** The canonical pipeline, in order (SPEC: Canonical pipeline stage). Leads can leave ARCHIVED and TRASHED again. */
export const stages = [
  "NEW",
  "CONTACTING",
  "QUALIFIED",
  "COMMITTED",
  "IN_CONTRACT",
  "CLOSED",
  "ARCHIVED",
  "TRASHED",
] as const;
export type Stage = (typeof stages)[number];

/** The stages of an open lead, which can have a follow-up. */
export const openStages = [
  "NEW",
  "CONTACTING",
  "QUALIFIED",
  "COMMITTED",
  "IN_CONTRACT",
] as const satisfies readonly Stage[];

export function isOpen(stage: Stage): boolean {
  return (openStages as readonly Stage[]).includes(stage);
}

export const stageLabels: Record<Stage, string> = {
  NEW: "New",
  CONTACTING: "Contacting",
  QUALIFIED: "Qualified",
  COMMITTED: "Committed",
  IN_CONTRACT: "In contract",
  CLOSED: "Closed",
  ARCHIVED: "Archived",
  TRASHED: "Trashed",
};

export const pipelineTypes = ["buyer", "seller"] as const;
export type PipelineType = (typeof pipelineTypes)[number];
