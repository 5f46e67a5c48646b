import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "../app/api-error.ts";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { ErrorNotice } from "./error-notice.tsx";

type ConfirmDialogProps = {
  title: string;
  /** What happens, and whether it can be taken back. */
  children: ReactNode;
  /** Of the button, as a verb: "Delete the webhook". */
  action: string;
  isDanger?: boolean;
  run: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before something is done that cannot be undone. A refusal is shown here, and the dialog stays. */
export function ConfirmDialog({ title, children, action, isDanger, run, onClose }: ConfirmDialogProps) {
  const work = useMutation<unknown, ApiError>({ mutationFn: run, onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={title}>
      <div>{children}</div>
      <ErrorNotice error={work.error} />
      <DialogActions
        {...{ action, isDanger, onClose }}
        isPending={work.isPending}
        onAction={() => work.mutate()}
      />
    </Dialog>
  );
}
