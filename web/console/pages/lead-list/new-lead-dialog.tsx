import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { useMe } from "../../app/me.ts";
import { refreshLeads } from "../../app/refresh-leads.ts";
import { useAgents } from "../../app/use-agents.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogActions } from "../../components/dialog-actions.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field, SelectField, TextField } from "../../components/field.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { notify } from "../../components/toasts.tsx";

/** Enters a lead by hand: from a call, a walk-in, an open house. */
export function NewLeadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="New lead">
      <NewLeadForm onClose={onClose} />
    </Dialog>
  );
}

function NewLeadForm({ onClose }: { onClose: () => void }) {
  const brokerage_id = useBrokerageId();
  const agents = useAgents();
  const { agent_id: self } = useMe();
  const navigate = useNavigate();
  const create = useMutation<Schema<"Lead">, ApiError, FormData>({
    async mutationFn(form) {
      const text = (name: string) => String(form.get(name) ?? "");
      const { data } = await client.POST("/api/v1/admin/leads", {
        body: {
          first_name: text("first_name"),
          last_name: text("last_name"),
          email: text("email"),
          phone: text("phone"),
          subject: text("subject"),
          message: text("message"),
          notes: text("notes"),
          // An agent, who chooses none, keeps the lead.
          assigned_agent_id: Number(text("assigned_agent_id")) || (agents.length === 0 ? self : null),
          status: "new",
          ...(brokerage_id !== undefined && { brokerage_id }),
        },
      });
      return data as Schema<"Lead">;
    },
    onSuccess(lead) {
      onClose();
      void refreshLeads();
      notify({
        title: `${leadName(lead)} is added`,
        action: { label: "Open", run: () => void navigate({ to: `/leads/${lead.id}` as "/leads" }) },
      });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  };
  const { error } = create;
  return (
    <form className="form" onSubmit={submit}>
      <ErrorNotice error={error} />
      <div className="field-pair">
        <Field
          name="first_name"
          label="First name"
          required
          maxLength={100}
          autoComplete="off"
          error={error}
        />
        <Field name="last_name" label="Last name" required maxLength={100} autoComplete="off" error={error} />
      </div>
      <div className="field-pair">
        <Field name="email" label="Email" type="email" required autoComplete="off" error={error} />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          optional
          maxLength={40}
          autoComplete="off"
          error={error}
        />
      </div>
      <Field
        name="subject"
        label="Subject"
        hint="Words about selling make a seller of the lead, any others a buyer."
        required
        maxLength={200}
        autoComplete="off"
        error={error}
      />
      <TextField name="message" label="What they want" required rows={3} maxLength={10_000} error={error} />
      {agents.length > 0 && (
        <SelectField
          name="assigned_agent_id"
          label="Agent"
          error={error}
          options={[
            { value: "", label: "No agent" },
            ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <TextField name="notes" label="Notes for staff" optional rows={2} maxLength={20_000} error={error} />
      <DialogActions action="Add the lead" isPending={create.isPending} onClose={onClose} />
    </form>
  );
}
