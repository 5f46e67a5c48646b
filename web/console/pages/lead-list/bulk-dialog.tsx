import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogActions } from "../../components/dialog-actions.tsx";
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
  /** What is chosen from, where it is loaded: nothing is sent before it is known. */
  choices?: { data: unknown; error: unknown; refetch: () => unknown };
  children: (error: ApiError | null) => ReactNode;
};

/** A dialog that edits the selected leads. Where the API refuses, it stays open with what was typed. */
export function BulkDialog({ leadIds, onClose, onDone, title, label, editOf, choices, children }: FormProps) {
  const edit = useMutation<unknown, ApiError, FormData>({
    mutationFn: (form) => {
      const { input, titleOf } = editOf(form);
      return editLeads({ ...input, lead_ids: leadIds }, titleOf);
    },
    onSuccess: onDone,
  });
  const isReady = choices?.data !== undefined || !choices;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={edit.error} />
        {!isReady && <ErrorNotice error={choices?.error} retry={() => void choices?.refetch()} />}
        {children(edit.error)}
        <DialogActions action={label} isPending={edit.isPending || !isReady} onClose={onClose} />
      </form>
    </Dialog>
  );
}
