import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../app/api.ts";
import { useDebounced } from "../../app/use-debounced.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { LeadChooser } from "../../components/lead-chooser.tsx";
import { Loading } from "../../components/loading.tsx";
import { type NewLead, NewLeadFields, newLeadBody, plainLead } from "./new-lead-fields.tsx";
import { Outcome } from "./outcome.tsx";

/** Tries routing out for a lead that could come, or again for one that is there. Nothing is changed, and no turn is used up. */
export function RoutingPreview({ brokerageId }: { brokerageId: number }) {
  const { lead: leadId } = useSearch({ from: "/staff/routing" });
  const navigate = useNavigate();
  const [newLead, setNewLead] = useState<NewLead>(plainLead);
  const typed = useDebounced(newLeadBody(newLead));
  const { data: lead } = api.useQuery(
    "get",
    "/api/v1/admin/leads/{lead_id}",
    { params: { path: { lead_id: leadId ?? 0 } } },
    { enabled: leadId !== undefined },
  );
  const { data, error, refetch } = api.useQuery(
    "post",
    "/api/v1/admin/routing/preview",
    { body: leadId === undefined ? { brokerage_id: brokerageId, ...typed } : { lead_id: leadId } },
    { placeholderData: keepPreviousData },
  );
  const choose = (id: number | undefined) =>
    void navigate({ to: "/routing", search: id === undefined ? {} : { lead: id }, resetScroll: false });
  return (
    <section id="what-if" className="panel" aria-labelledby="what-if-title">
      <h2 id="what-if-title">What if</h2>
      <div className="panel-body">
        <LeadChooser
          label="This lead was routed again"
          value={lead && leadId !== undefined ? lead : null}
          onChoose={(chosen) => choose(chosen?.id)}
        />
        {leadId === undefined ? (
          <NewLeadFields
            lead={newLead}
            onChange={(fields) => setNewLead({ ...newLead, ...fields })}
            brokerageId={brokerageId}
          />
        ) : (
          <p>
            <button type="button" className="button small quiet" onClick={() => choose(undefined)}>
              Try a new lead instead
            </button>
          </p>
        )}
      </div>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <Outcome preview={data} />
      ) : (
        <Loading />
      )}
    </section>
  );
}
