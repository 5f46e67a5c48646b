import { useAllAgents } from "../../app/use-all-agents.ts";
import { SelectField, TextField } from "../../components/field.tsx";
import { BulkDialog, type BulkDialogProps } from "./bulk-dialog.tsx";
import { countText } from "./edit-leads.ts";

/** Gives the leads to an agent, or to none. The agent gets notices once the edit can no longer be undone. */
export function AssignDialog(props: BulkDialogProps) {
  const choices = useAllAgents({ status: "active" });
  const agents = choices.data ?? [];
  return (
    <BulkDialog
      {...props}
      title={`Assign ${countText(props.leadIds.length)}`}
      label="Assign"
      choices={choices}
      editOf={(form) => {
        const agent = agents.find(({ id }) => String(id) === form.get("assigned_agent_id"));
        return {
          input: {
            action: "assign",
            assigned_agent_id: agent?.id ?? null,
            reassign_reason: String(form.get("reassign_reason")),
          },
          titleOf: (done) => `${countText(done)} assigned to ${agent?.name ?? "no agent"}`,
        };
      }}
    >
      {(error) => (
        <>
          <SelectField
            name="assigned_agent_id"
            label="Agent"
            error={error}
            options={[
              ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: "", label: choices.isPending ? "Loading …" : "No agent" },
            ]}
          />
          <TextField
            name="reassign_reason"
            label="Reason"
            optional
            hint="Stands in the timeline of each lead."
            rows={2}
            maxLength={2000}
            error={error}
          />
        </>
      )}
    </BulkDialog>
  );
}
