import { type FormEvent, useState } from "react";
import { api } from "../../../app/api.ts";
import { messageOf } from "../../../app/api-error.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { SelectField, TextField } from "../../../components/field.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { EditConflict } from "../edit-conflict.tsx";
import type { ReadLead } from "../lead-query.ts";
import { useEdit } from "../use-edit.ts";

/** The lead's agent, and giving the lead to another one. */
export function AssignButton({ read }: { read: ReadLead }) {
  const [isOpen, setOpen] = useState(false);
  const agent = read.lead.assigned_agent?.name;
  return (
    <>
      <button type="button" className="button small quiet" onClick={() => setOpen(true)}>
        <Icon name="user-switch" />
        <span className="visually-hidden">{agent ? "Assigned to" : "Assign:"} </span>
        <bdi className="clipped">{agent ?? "No agent"}</bdi>
      </button>
      {isOpen && <AssignDialog read={read} onClose={() => setOpen(false)} />}
    </>
  );
}

function AssignDialog({ read, onClose }: { read: ReadLead; onClose: () => void }) {
  const { edit, conflict } = useEdit(read, onClose);
  const { data } = api.useQuery("get", "/api/admin/agents", {
    params: { query: { brokerage_id: read.lead.brokerage_id, status: "active", page_size: 100 } },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const agent = String(fields.get("assigned_agent_id"));
    edit.mutate({
      assigned_agent_id: agent === "" ? null : Number(agent),
      reassign_reason: String(fields.get("reassign_reason")),
    });
  };
  return (
    <Dialog open onClose={onClose} title="Assign the lead">
      <EditConflict conflict={conflict} />
      {edit.error && edit.error.status !== 412 && (
        <p className="field-error" role="alert">
          {messageOf(edit.error)}
        </p>
      )}
      <form key={data ? "loaded" : "loading"} className="form" onSubmit={submit}>
        <SelectField
          name="assigned_agent_id"
          label="Agent"
          defaultValue={String(read.lead.assigned_agent_id ?? "")}
          error={edit.error}
          options={[
            { value: "", label: "No agent" },
            ...(data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextField
          name="reassign_reason"
          label="Reason"
          optional
          rows={2}
          maxLength={2000}
          error={edit.error}
        />
        <button type="submit" className="button" disabled={edit.isPending || !data}>
          Assign
        </button>
      </form>
    </Dialog>
  );
}
