import { type FormEvent, Fragment, type ReactNode, useRef, useState } from "react";
import type { ApiError } from "../app/api-error.ts";
import { changedFields, useEdit, useLeaveGuard } from "../app/use-edit.ts";
import type { Versioned } from "../app/versioned.ts";
import { EditNotice, saveLabel } from "./edit-notice.tsx";
import { notify } from "./toasts.tsx";

type EditFormProps<Record extends object> = {
  /** As it was read last. */
  stored: Versioned<Record>;
  /** The fields of the form, as the API takes them. */
  read: (form: FormData) => Partial<Record>;
  /** Sends the fields that were changed, for that version alone. */
  save: (changes: Partial<Record>, etag: string | null) => Promise<Versioned<Record>>;
  readAgain: () => Promise<Versioned<Record>>;
  saved: string;
  onInput?: (form: FormData) => void;
  actions?: ReactNode;
  children: (record: Record, error: ApiError | null) => ReactNode;
};

/** The form of an edit (`useEdit`): its fields keep what is typed. What others have changed is taken over while nothing is. */
export function EditForm<Record extends object>(props: EditFormProps<Record>) {
  const { stored, read, save, readAgain, saved, onInput } = props;
  const form = useRef<HTMLFormElement>(null);
  /** Its fields begin anew with the record. */
  const [round, setRound] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const edit = useEdit<Record, Partial<Record>>({
    ...{ stored, save, readAgain },
    fieldsOf: (record) => record,
    onSaved(version, typed) {
      // What is typed while it is saved stays, and is the next thing to save.
      const now = form.current ? read(new FormData(form.current)) : typed;
      const isTypedSince = Object.keys(changedFields(typed, now)).length > 0;
      setDirty(isTypedSince);
      // The fields that were not typed in show what others have changed.
      if (edit.conflict && !isTypedSince) setRound(round + 1);
      notify({ title: version ? saved : "Nothing was changed" });
    },
  });
  useLeaveGuard(isDirty);
  if (edit.newer && !isDirty) {
    edit.begin(edit.newer);
    setRound(round + 1);
  }
  const takeTheirs = () => {
    edit.discard();
    setDirty(false);
    setRound(round + 1);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.save(read(new FormData(event.currentTarget)));
  };
  return (
    <form
      ref={form}
      className="form"
      onSubmit={submit}
      onInput={(event) => {
        setDirty(true);
        onInput?.(new FormData(event.currentTarget));
      }}
    >
      <Fragment key={round}>{props.children(edit.base.record, edit.error)}</Fragment>
      <EditNotice edit={edit} onTakeTheirs={takeTheirs} />
      <div className="actions">
        <button type="submit" className="button" disabled={edit.isSaving}>
          {saveLabel(edit)}
        </button>
        {props.actions}
      </div>
    </form>
  );
}
