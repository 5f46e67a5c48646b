import { type FormEvent, useState } from "react";
import type { Schema } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";
import { useDraft } from "../../app/use-draft.ts";
import type { Versioned } from "../../app/versioned.ts";
import { ConflictNotice } from "../../components/conflict-notice.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { notify } from "../../components/toasts.tsx";
import { PreviewColumn } from "./preview-column.tsx";
import { readDripsAgain } from "./read-drips-again.ts";
import { draftOf, type SequenceDraft, saveSequence } from "./sequence-draft.ts";
import { SequenceSettings } from "./sequence-settings.tsx";
import { StepList } from "./step-list.tsx";

type EditorProps = { loaded: Versioned<Schema<"DripSequence">>; reload: () => Promise<unknown> };

/** The form of a sequence, and beside it what a lead would get of what is typed. */
export function SequenceEditor({ loaded, reload }: EditorProps) {
  const readOnly = !useMay()("updateDripSequence");
  const { id } = loaded.record;
  const edit = useDraft<Schema<"DripSequence">, SequenceDraft>({
    loaded,
    reload,
    toDraft: draftOf,
    save: (draft, etag) => saveSequence(id, draft, etag),
    onSaved: async () => {
      await readDripsAgain();
      notify({ title: "The sequence is saved" });
    },
  });
  const { draft, setDraft, error } = edit;
  const [openIndex, setOpenIndex] = useState(0);
  const change = (fields: Partial<SequenceDraft>) => setDraft({ ...draft, ...fields });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <div className="sequence-columns">
      <form className="panel sequence-form" onSubmit={submit}>
        <h2>{readOnly ? "Letters" : "Edit"}</h2>
        {edit.conflict && (
          <ConflictNotice conflict={edit.conflict} onOverwrite={edit.overwrite} onDiscard={edit.discard} />
        )}
        <ErrorNotice error={error} />
        <div className="panel-body">
          <SequenceSettings draft={draft} onChange={change} readOnly={readOnly} error={error} />
          <StepList
            steps={draft.steps}
            onChange={(steps) => change({ steps })}
            openIndex={openIndex}
            onOpen={setOpenIndex}
            readOnly={readOnly}
            error={error}
          />
        </div>
        {!readOnly && <SaveBar isDirty={edit.isDirty} isSaving={edit.isSaving} onDiscard={edit.discard} />}
      </form>
      <PreviewColumn
        sequence={loaded.record}
        steps={draft.steps}
        openIndex={openIndex}
        isDirty={edit.isDirty}
      />
    </div>
  );
}
