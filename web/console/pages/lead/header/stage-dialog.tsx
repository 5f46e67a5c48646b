import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { SelectField, TextField } from "../../../components/field.tsx";
import { notify } from "../../../components/toasts.tsx";
import { eventLabel, inWords, stageLabel, useLeadMeta } from "../lead-meta.ts";
import { ofLead } from "../lead-query.ts";

type Transition = Schema<"Lead">["available_transitions"][number];
type StageDialogProps = { lead: Schema<"Lead">; event: Transition; onClose: () => void };
type Report = { reason_code: string | null; channel: string | null; note: string };

/** Reports an event, with the reason and channel that it needs. */
export function StageDialog({ lead, event, onClose }: StageDialogProps) {
  const meta = useLeadMeta();
  const described = meta?.events.find(({ event_type }) => event_type === event);
  const reasons = meta?.reasons[event] ?? [];
  const move = useMutation<unknown, ApiError, Report>({
    mutationFn: (report) =>
      client.POST("/api/v1/admin/leads/{lead_id}/transitions", {
        ...ofLead(lead.id),
        body: { event_type: event as never, ...report },
      }),
    onSuccess: async () => {
      await refreshLeads();
      notify({ title: described?.to ? `Now ${stageLabel(meta, described.to)}` : eventLabel(meta, event) });
      onClose();
    },
  });
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const fields = new FormData(submitted.currentTarget);
    const text = (name: string) => (fields.get(name) as string | null) || null;
    move.mutate({ reason_code: text("reason_code"), channel: text("channel"), note: text("note") ?? "" });
  };
  return (
    <Dialog open onClose={onClose} title={eventLabel(meta, event)}>
      <form className="form" onSubmit={submit}>
        {move.error && (
          <p className="field-error" role="alert">
            {messageOf(move.error)}
          </p>
        )}
        {reasons.length > 0 && (
          <SelectField
            name="reason_code"
            label="Reason"
            required={described?.needs_reason ?? false}
            optional={!described?.needs_reason}
            error={move.error}
            options={[
              { value: "", label: "Choose a reason" },
              ...reasons.map(({ code, label }) => ({ value: code, label })),
            ]}
          />
        )}
        {described?.needs_channel && (
          <SelectField
            name="channel"
            label="By"
            error={move.error}
            options={(meta?.channels ?? []).map((channel) => ({ value: channel, label: inWords(channel) }))}
          />
        )}
        <TextField name="note" label="Note" optional rows={2} maxLength={10_000} error={move.error} />
        <button type="submit" className="button" disabled={move.isPending}>
          {described?.to && described.to !== lead.stage
            ? `Move to ${stageLabel(meta, described.to)}`
            : "Report it"}
        </button>
      </form>
    </Dialog>
  );
}
