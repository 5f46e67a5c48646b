import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { client, type Schema } from "../../app/api.ts";
import { type Versioned, versioned } from "../../app/versioned.ts";

export type ReadLead = Versioned<Schema<"Lead">>;

/** A lead with the version that edits name in If-Match. */
export function leadQuery(leadId: number) {
  return queryOptions({
    // Not the key of `api.useQuery`, whose data has no version.
    queryKey: ["versioned", "/api/v1/admin/leads/{lead_id}", ofLead(leadId)],
    queryFn: async (): Promise<ReadLead> =>
      versioned(await client.GET("/api/v1/admin/leads/{lead_id}", ofLead(leadId))),
  });
}

export function useLead() {
  return useQuery(leadQuery(useLeadId()));
}

export function useLeadId(): number {
  return Number(useParams({ from: "/staff/leads/$leadId" }).leadId);
}

/** The parameters of a request about a lead. */
export function ofLead(leadId: number) {
  return { params: { path: { lead_id: leadId } } };
}
