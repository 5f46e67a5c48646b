import type { paths } from "../../../../client/src/api.generated.ts";
import { client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { refreshLeads } from "../../app/refresh-leads.ts";
import { type EditOptions, useEdit } from "../../app/use-edit.ts";
import { ifMatch, versioned } from "../../app/versioned.ts";
import { leadQuery, ofLead, type ReadLead } from "./lead-query.ts";

export type LeadEdit =
  paths["/api/v1/admin/leads/{lead_id}"]["patch"]["requestBody"]["content"]["application/json"];

type LeadEditOptions = Pick<EditOptions<Schema<"Lead">, LeadEdit>, "fieldsOf" | "onSaved">;

/** Edits a lead as it was when the form was opened. */
export function useLeadEdit(read: ReadLead, options: LeadEditOptions) {
  const { id } = read.record;
  return useEdit<Schema<"Lead">, LeadEdit>({
    ...options,
    stored: read,
    readAgain: () => queries.fetchQuery({ ...leadQuery(id), staleTime: 0 }),
    async save(body, etag) {
      const reply = await client.PATCH("/api/v1/admin/leads/{lead_id}", {
        ...ofLead(id),
        headers: ifMatch(etag),
        body,
      });
      await refreshLeads();
      return versioned<Schema<"Lead">>(reply);
    },
  });
}
