import type { ApiError } from "../app/api-error.ts";
import type { EditConflict } from "../app/use-edit.ts";
import { Icon } from "../icons/icon.tsx";
import { Changes, changesBetween, type FieldChange } from "./changes.tsx";
import { ErrorNotice } from "./error-notice.tsx";

type EditNoticeProps<Item extends object> = {
  edit: { conflict: EditConflict<Item> | null; error: ApiError | null };
  /** Drops what was typed, and shows the record as it is now. */
  onTakeTheirs: () => void;
  /** What of a change is shown; all of it, unless given. */
  changesOf?: (before: Item, after: Item) => FieldChange[];
};

/** Why an edit was not saved: what others have changed meanwhile (412), and what to do with what was typed; or another refusal. */
export function EditNotice<Item extends object>({
  edit: { conflict, error },
  onTakeTheirs,
  changesOf = changesBetween,
}: EditNoticeProps<Item>) {
  if (!conflict) return <ErrorNotice error={error} />;
  return (
    <div className="notice warn conflict" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>Not saved: this was changed meanwhile.</strong> What you typed is kept. Saving again puts
          the fields that you have changed on top, and no others.
        </p>
        <Changes changes={changesOf(conflict.before, conflict.after)} />
        <button type="button" className="button small quiet" onClick={onTakeTheirs}>
          Discard mine and take theirs
        </button>
      </div>
    </div>
  );
}

/** What the button says that saves. */
export function saveLabel({ conflict }: { conflict: unknown }, label = "Save"): string {
  return conflict ? "Save on top" : label;
}
