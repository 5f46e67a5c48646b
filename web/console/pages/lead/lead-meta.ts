import { api, type Schema } from "../../app/api.ts";

type Meta = Schema<"LeadMeta"> | undefined;

/** Names of stages, events, reasons and flags. They change with the program alone. */
export function useLeadMeta(): Meta {
  return api.useQuery("get", "/api/v1/admin/leads/meta", {}, { staleTime: Number.POSITIVE_INFINITY }).data;
}

export function stageLabel(meta: Meta, stage: string): string {
  return meta?.stages.find((each) => each.stage === stage)?.label ?? inWords(stage);
}

/** The API's labels of these two are codes. */
const own: Record<string, string> = {
  timeout_no_response: "No response for 21 days",
  timeout_180d_no_progress: "No progress for 180 days",
};

export function eventLabel(meta: Meta, event: string): string {
  return own[event] ?? meta?.events.find((each) => each.event_type === event)?.label ?? inWords(event);
}

export function flagLabel(meta: Meta, flag: string): string {
  return meta?.flags.find((each) => each.flag === flag)?.label ?? inWords(flag);
}

export function reasonLabel(meta: Meta, event: string, code: string): string {
  return meta?.reasons[event]?.find((each) => each.code === code)?.label ?? inWords(code);
}

/** `in_contract` as `In contract`. */
export function inWords(code: string): string {
  const words = code.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
