import { type FormEvent, useState } from "react";
import { useAllAgents } from "../../../app/use-all-agents.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { EditNotice, saveLabel } from "../../../components/edit-notice.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { SelectField, TextField } from "../../../components/field.tsx";
import { withOption } from "../../../components/select-options.ts";
import { Icon } from "../../../icons/icon.tsx";
import { leadChanges } from "../lead-changes.ts";
import type { ReadLead } from "../lead-query.ts";
import { useLeadEdit } from "../use-lead-edit.ts";

/** The lead's agent, and giving the lead to another one. */
export function AssignButton({ read }: { read: ReadLead }) {
  const [isOpen, setOpen] = useState(false);
  const agent = read.record.assigned_agent?.name;
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
  const edit = useLeadEdit(read, {
    fieldsOf: ({ assigned_agent_id }) => ({ assigned_agent_id, reassign_reason: "" }),
    onSaved: onClose,
  });
  const { brokerage_id, assigned_agent: current } = read.record;
  const { data: agents, error, refetch } = useAllAgents({ of: brokerage_id, status: "active" });
  const options = [
    { value: "", label: "No agent" },
    ...(agents ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const agent = String(fields.get("assigned_agent_id"));
    edit.save({
      assigned_agent_id: agent === "" ? null : Number(agent),
      reassign_reason: String(fields.get("reassign_reason")),
    });
  };
  return (
    <Dialog open onClose={onClose} title="Assign the lead">
      <EditNotice edit={edit} onTakeTheirs={onClose} changesOf={leadChanges} />
      {!agents && <ErrorNotice error={error} retry={() => void refetch()} />}
      <form className="form" onSubmit={submit}>
        <SelectField
          name="assigned_agent_id"
          label="Agent"
          defaultValue={String(current?.id ?? "")}
          error={edit.error}
          // An agent who is not active any more keeps the lead until another one is chosen.
          options={current ? withOption(options, String(current.id), current.name) : options}
        />
        <TextField
          name="reassign_reason"
          label="Reason"
          optional
          rows={2}
          maxLength={2000}
          error={edit.error}
        />
        <button type="submit" className="button" disabled={edit.isSaving || !agents}>
          {saveLabel(edit, "Assign")}
        </button>
      </form>
    </Dialog>
  );
}
