import { useMutation } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ApiError } from "../app/api-error.ts";
import type { Versioned } from "../app/versioned.ts";
import { Changes, changesBetween } from "./changes.tsx";
import { ErrorNotice } from "./error-notice.tsx";
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

/**
 * Edits a record that others may edit too. When it has changed meanwhile (412), the form shows what has changed and keeps what was typed:
 * saving again puts that on top of the new version.
 */
export function EditForm<Record extends object>(props: EditFormProps<Record>) {
  const [base, setBase] = useState(props.stored);
  const [meanwhile, setMeanwhile] = useState<Versioned<Record> | null>(null);
  const [round, setRound] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const [seen, setSeen] = useState(props.stored.etag);
  useBlocker({
    shouldBlockFn: () => isDirty && !confirm("Leave the page without saving what you have changed?"),
    enableBeforeUnload: () => isDirty,
  });
  const work = useMutation<Versioned<Record> | null, ApiError, FormData>({
    async mutationFn(form) {
      const changed = changesBetween(base.record, props.read(form));
      const changes = Object.fromEntries(
        changed.map(({ field, after }) => [field, after]),
      ) as Partial<Record>;
      return Object.keys(changes).length === 0 ? null : props.save(changes, (meanwhile ?? base).etag);
    },
    onSuccess(saved) {
      if (saved) setBase(saved);
      setDirty(false);
      setMeanwhile(null);
      notify({ title: saved ? props.saved : "Nothing was changed" });
    },
    async onError(error) {
      if (error.status === 412) setMeanwhile(await props.readAgain());
    },
  });
  // What others have changed is taken over while nothing is typed.
  if (props.stored.etag !== seen) {
    setSeen(props.stored.etag);
    if (!isDirty && props.stored.etag !== base.etag) {
      setBase(props.stored);
      setRound(round + 1);
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    work.mutate(new FormData(event.currentTarget));
  };
  const takeTheirs = () => {
    if (meanwhile) setBase(meanwhile);
    setMeanwhile(null);
    setDirty(false);
    work.reset();
    setRound(round + 1);
  };
  const { error } = work;
  return (
    <form
      key={round}
      className="form"
      onSubmit={submit}
      onInput={(event) => {
        setDirty(true);
        props.onInput?.(new FormData(event.currentTarget));
      }}
    >
      {props.children(base.record, error)}
      {error && error.status !== 412 && <ErrorNotice error={error} />}
      {meanwhile && (
        <div className="notice warn changed-meanwhile" role="alert">
          <p>This has changed meanwhile. What you have typed is kept: save again to put it on top.</p>
          <Changes changes={changesBetween(base.record, meanwhile.record)} />
          <button type="button" className="button small quiet" onClick={takeTheirs}>
            Discard mine and take the new version
          </button>
        </div>
      )}
      <div className="actions">
        <button type="submit" className="button" disabled={work.isPending}>
          {meanwhile ? "Save on top" : "Save"}
        </button>
        {props.actions}
      </div>
    </form>
  );
}
