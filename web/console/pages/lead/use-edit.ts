import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { paths } from "../../../../client/src/api.generated.ts";
import { client } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";
import { queries } from "../../app/queries.ts";
import { refreshLeads } from "../../app/refresh-leads.ts";
import type { FieldChange } from "../../components/changes.tsx";
import { leadChanges } from "./lead-changes.ts";
import { leadQuery, ofLead, type ReadLead } from "./lead-query.ts";

export type LeadEdit =
  paths["/api/v1/admin/leads/{lead_id}"]["patch"]["requestBody"]["content"]["application/json"];

/** An edit that was refused, because the lead has changed since it was read. */
export type Conflict = { changes: FieldChange[] };

/**
 * Edits a lead as it was when the form was opened. When it has changed meanwhile, nothing is stored, and `conflict` says what has
 * changed; the next attempt is made on the new version.
 */
export function useEdit(read: ReadLead, onSaved: () => void) {
  const [base, setBase] = useState(read);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const edit = useMutation<unknown, ApiError, LeadEdit>({
    mutationFn: (body) =>
      client.PATCH("/api/v1/admin/leads/{lead_id}", {
        ...ofLead(base.lead.id),
        headers: { "If-Match": base.etag },
        body,
      }),
    onSuccess: async () => {
      await refreshLeads();
      onSaved();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 412) return;
      const now = await queries.fetchQuery({ ...leadQuery(base.lead.id), staleTime: 0 });
      setConflict({ changes: leadChanges(base.lead, now.lead) });
      setBase(now);
    },
  });
  return { edit, conflict };
}
