import { Icon } from "../icons/icon.tsx";

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onDiscard: () => void; action?: string };

/** At the end of a form: whether something is not saved yet, and saving it. */
export function SaveBar({ isDirty, isSaving, onDiscard, action = "Save" }: SaveBarProps) {
  return (
    <div className="save-bar">
      <p role="status" className="hint">
        {isSaving ? "Saving …" : isDirty ? "Not saved yet" : "All saved"}
      </p>
      {isDirty && (
        <button type="button" className="button quiet" onClick={onDiscard} disabled={isSaving}>
          Discard
        </button>
      )}
      <button type="submit" className="button" disabled={!isDirty || isSaving}>
        <Icon name="floppy-disk" />
        {action}
      </button>
    </div>
  );
}
