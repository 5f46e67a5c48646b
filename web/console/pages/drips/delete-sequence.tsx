import { useMutation } from "@tanstack/react-query";
import { counted } from "../../../shared/numbers.ts";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { ofSequence, readDripsAgain } from "./read-drips-again.ts";

type DeleteProps = { sequence: Schema<"DripSequence">; onClose: () => void; onDeleted: () => void };

/** Asks before a sequence is deleted with the history of its enrollments. */
export function DeleteSequence({ sequence, onClose, onDeleted }: DeleteProps) {
  const { id, name, active_enrollments, total_enrollments } = sequence;
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => client.DELETE("/api/v1/admin/drips/{sequence_id}", ofSequence(id)),
    onSuccess: () => {
      onDeleted();
      void readDripsAgain();
    },
  });
  return (
    <Dialog open onClose={onClose} title="Delete this sequence?">
      <p>
        <bdi>{name}</bdi> is on its way to {counted(active_enrollments, "lead")}. They get no further letter,
        and the history of {counted(total_enrollments, "enrollment")} is deleted too. This cannot be undone.
      </p>
      <ErrorNotice error={remove.error} />
      <div className="actions">
        <button
          type="button"
          className="button danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete the sequence
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
