import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client, type Schema } from "../../../app/api.ts";
import type { ApiError } from "../../../app/api-error.ts";
import { useMe } from "../../../app/me.ts";
import { useOwnBrokerageId } from "../../../app/own-brokerage.ts";
import { queries } from "../../../app/queries.ts";
import { filled } from "../../../app/search-values.ts";
import { useAllAgents } from "../../../app/use-all-agents.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { DialogActions } from "../../../components/dialog-actions.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Field, SelectField } from "../../../components/field.tsx";
import { SecretDialog } from "../../../components/secret-dialog.tsx";

type Role = Schema<"ApiKey">["role"];

/** Creates a key, then shows its text once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const brokerage_id = useOwnBrokerageId();
  const [role, setRole] = useState<Role>("broker");
  const agents = useAllAgents({ enabled: role === "agent" });
  const create = useMutation<string, ApiError, FormData>({
    async mutationFn(form) {
      const until = filled(form.get("expires_at"));
      const { data } = await client.POST("/api/admin/api-keys", {
        body: {
          name: String(form.get("name")),
          role,
          brokerage_id: role === "admin" ? null : brokerage_id,
          agent_id: role === "agent" ? Number(form.get("agent_id")) || null : null,
          expires_at: until ? new Date(`${until}T23:59:59`).toISOString() : null,
          forwards_visitors: false,
        },
      });
      return data?.key ?? "";
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["get", "/api/admin/api-keys"] }),
  });
  if (create.data)
    return (
      <SecretDialog
        title="The new key"
        hint="Programs send it in the header X-API-Key."
        secret={create.data}
        onClose={onClose}
      />
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  };
  const { error } = create;
  return (
    <Dialog open onClose={onClose} title="Create an API key">
      <form className="form" onSubmit={submit}>
        <Field
          name="name"
          label="What it is for"
          hint="The audit log shows it with each change."
          required
          error={error}
          autoComplete="off"
        />
        <SelectField
          name="role"
          label="What it may do"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
          error={error}
          options={[
            { value: "broker", label: "All of the brokerage" },
            { value: "agent", label: "What an agent may do" },
            ...(me.role === "admin" ? [{ value: "admin", label: "All brokerages" }] : []),
          ]}
        />
        {role === "agent" && (
          <SelectField
            name="agent_id"
            label="Agent"
            required
            error={error}
            options={(agents.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <Field name="expires_at" label="Valid until" type="date" optional error={error} />
        <ErrorNotice error={error ?? agents.error} />
        <DialogActions action="Create" isPending={create.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
