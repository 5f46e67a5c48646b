type DialogActionsProps = {
  action: string;
  isDanger?: boolean;
  isPending: boolean;
  /** Without it, the button submits the dialog's form. */
  onAction?: () => void;
  onClose: () => void;
};

/** At the end of a dialog: what it does, and leaving it. */
export function DialogActions({ action, isDanger, isPending, onAction, onClose }: DialogActionsProps) {
  return (
    <div className="actions">
      <button
        type={onAction ? "button" : "submit"}
        className={isDanger ? "button danger" : "button"}
        disabled={isPending}
        onClick={onAction}
      >
        {action}
      </button>
      <button type="button" className="button quiet" onClick={onClose}>
        Cancel
      </button>
    </div>
  );
}
