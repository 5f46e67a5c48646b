import type { ReactNode } from "react";
import { messageOf } from "../app/api-error.ts";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  /** What will be lost, or follows. */
  children: ReactNode;
  /** On the button: the verb and the object. */
  action: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  action,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      {children}
      {error !== null && error !== undefined && (
        <p className="field-error" role="alert">
          {messageOf(error)}
        </p>
      )}
      <div className="actions">
        <button type="button" className="button danger" disabled={isPending} onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
