import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { useMay } from "../../../app/me.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { ownMoment } from "../../../app/time-zone.ts";
import { FollowUpForm } from "../../../components/leads/follow-up-form.tsx";
import { notify, notifyFailure } from "../../../components/toasts.tsx";
import { FactSection } from "../fact-section.tsx";
import { useLeadMeta } from "../lead-meta.ts";
import { ofLead } from "../lead-query.ts";

/** The next follow-up: booked, moved or cleared. */
export function FollowUpSection({ lead }: { lead: Schema<"Lead"> }) {
  const may = useMay();
  const meta = useLeadMeta();
  const [isOpen, setOpen] = useState(false);
  const clear = useMutation<unknown, ApiError>({
    mutationFn: () => client.DELETE("/api/v1/admin/leads/{lead_id}/follow-up", ofLead(lead.id)),
    onSuccess: () => {
      notify({ title: "Follow-up cleared" });
      return refreshLeads();
    },
    onError: (error) => notifyFailure("The follow-up was not cleared", messageOf(error)),
  });
  const { follow_up: followUp } = lead;
  // The API books none for a lead that has left the pipeline.
  const isOpenStage = meta?.stages.find(({ stage }) => stage === lead.stage)?.open !== false;
  const booked = () => {
    setOpen(false);
    void refreshLeads();
  };
  return (
    <FactSection title="Next step">
      {followUp ? (
        <p>
          <strong>
            Follow-up <time dateTime={followUp.due_at}>{ownMoment(followUp.due_at)}</time>
          </strong>
          {followUp.note && (
            <>
              <br />
              <bdi className="multiline">{followUp.note}</bdi>
            </>
          )}
          {followUp.source === "default" && <span className="muted"> Booked after the last contact.</span>}
        </p>
      ) : (
        <p className="muted">{isOpenStage ? "No follow-up is booked." : "The lead has left the pipeline."}</p>
      )}
      {isOpen ? (
        <FollowUpForm
          leadId={lead.id}
          followUp={followUp}
          onBooked={booked}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div className="actions">
          {may("setLeadFollowUp") && isOpenStage && (
            <button type="button" className="button small" onClick={() => setOpen(true)}>
              {followUp ? "Move it" : "Book a follow-up"}
            </button>
          )}
          {may("clearLeadFollowUp") && followUp && (
            <button
              type="button"
              className="button small quiet"
              disabled={clear.isPending}
              onClick={() => clear.mutate()}
            >
              Clear it
            </button>
          )}
        </div>
      )}
    </FactSection>
  );
}
