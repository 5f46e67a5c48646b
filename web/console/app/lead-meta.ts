import { api, type Schema } from "./api.ts";

/** The stages, events, reasons and flags of leads with their labels; undefined until they are loaded. */
export function useLeadMeta(): Schema<"LeadMeta"> | undefined {
  return api.useQuery("get", "/api/v1/admin/leads/meta", {}, { staleTime: Number.POSITIVE_INFINITY }).data;
}
