import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type BulkEditInput, editLeads } from "./edit-leads.ts";

export type BulkDialogProps = { leadIds: number[]; onClose: () => void; onDone: () => void };

type FormProps = BulkDialogProps & {
  title: string;
  label: string;
  /** The edit that the form describes, and what it will have done. */
  editOf: (form: FormData) => {
    input: Omit<BulkEditInput, "lead_ids">;
    titleOf: (done: number) => string;
  };
  children: (error: ApiError | null) => ReactNode;
};

/** A dialog that edits the selected leads. Where the API refuses, it stays open with what was typed. */
export function BulkDialog({ leadIds, onClose, onDone, title, label, editOf, children }: FormProps) {
  const edit = useMutation<unknown, ApiError, FormData>({
    mutationFn: (form) => {
      const { input, titleOf } = editOf(form);
      return editLeads({ ...input, lead_ids: leadIds }, titleOf);
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={edit.error} />
        {children(edit.error)}
        <div className="actions">
          <button type="submit" className="button" disabled={edit.isPending}>
            {label}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
