import { counted } from "../../../shared/numbers.ts";
import { client, type Schema } from "../../app/api.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ofSequence, readDripsAgain } from "./read-drips-again.ts";

type DeleteProps = { sequence: Schema<"DripSequence">; onClose: () => void; onDeleted: () => void };

/** Asks before a sequence is deleted with the history of its enrollments. */
export function DeleteSequence({ sequence, onClose, onDeleted }: DeleteProps) {
  const { id, name, active_enrollments, total_enrollments } = sequence;
  const remove = async () => {
    await client.DELETE("/api/v1/admin/drips/{sequence_id}", ofSequence(id));
    onDeleted();
    void readDripsAgain();
  };
  return (
    <ConfirmDialog
      title="Delete this sequence?"
      action="Delete the sequence"
      isDanger
      run={remove}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi> is on its way to {counted(active_enrollments, "lead")}. They get no further email,
        and the history of {counted(total_enrollments, "enrollment")} is deleted too. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
