import { Icon } from "../icons/icon.tsx";
import { saveLabel } from "./edit-notice.tsx";

type SaveBarProps = {
  edit: { isDirty: boolean; isSaving: boolean; conflict: unknown; discard: () => void };
  action?: string;
};

/** At the end of a form: whether something is not saved yet, and saving it. It stays in view while something is not. */
export function SaveBar({ edit, action }: SaveBarProps) {
  const { isDirty, isSaving, discard } = edit;
  return (
    <div className="save-bar" data-dirty={isDirty}>
      <p role="status" className="hint">
        {isSaving ? "Saving …" : isDirty ? "Not saved yet" : "All saved"}
      </p>
      {isDirty && (
        <button type="button" className="button quiet" onClick={discard} disabled={isSaving}>
          Discard
        </button>
      )}
      <button type="submit" className="button" disabled={!isDirty || isSaving}>
        <Icon name="floppy-disk" />
        {saveLabel(edit, action)}
      </button>
    </div>
  );
}
