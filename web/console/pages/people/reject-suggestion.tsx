import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { client } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/field.tsx";
import { notify } from "../../components/toasts.tsx";
import { readPeopleAgain } from "./read-people-again.ts";

/** A rejection needs a reason, which its author reads. */
export function RejectSuggestion({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const reject = useMutation<unknown, ApiError, string>({
    mutationFn: (reason) =>
      client.POST("/api/admin/suggestions/{suggestion_id}/reject", {
        params: { path: { suggestion_id: id } },
        body: { reason },
      }),
    onSuccess: async () => {
      notify({ title: `The change of ${title} is rejected` });
      onClose();
      await readPeopleAgain();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    reject.mutate(String(new FormData(event.currentTarget).get("reason")));
  };
  return (
    <Dialog open onClose={onClose} title="Reject the suggestion">
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={reject.error} />
        <TextField
          name="reason"
          label="Reason"
          hint="The author of the suggestion reads it."
          maxLength={2000}
          required
          error={reject.error}
        />
        <button type="submit" className="button danger" disabled={reject.isPending}>
          Reject
        </button>
      </form>
    </Dialog>
  );
}
