import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client, type Schema } from "../../../app/api.ts";
import { queries } from "../../../app/queries.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { leadName } from "../../../components/leads/lead-name.ts";
import { notify } from "../../../components/toasts.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { leadQuery, ofLead } from "../lead-query.ts";

/** Deletes the lead with its timeline, once that was confirmed. */
export function DeleteButton({ lead }: { lead: Schema<"Lead"> }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const remove = async () => {
    await client.DELETE("/api/v1/admin/leads/{lead_id}", ofLead(lead.id));
    notify({ title: `${leadName(lead)} was deleted` });
    await navigate({ to: "/" });
    queries.removeQueries({ queryKey: leadQuery(lead.id).queryKey });
    await refreshLeads();
  };
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${leadName(lead)}`}
        onClick={() => setOpen(true)}
      >
        <Icon name="trash" />
      </button>
      {isOpen && (
        <ConfirmDialog
          title="Delete this lead?"
          action="Delete the lead"
          isDanger
          run={remove}
          onClose={() => setOpen(false)}
        >
          <p>
            The timeline, flags, tours and drips of <bdi>{leadName(lead)}</bdi> are deleted too. This cannot
            be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
