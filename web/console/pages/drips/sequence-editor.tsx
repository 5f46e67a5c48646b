import { type FormEvent, useState } from "react";
import type { Schema } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";
import { useDraft } from "../../app/use-draft.ts";
import type { Versioned } from "../../app/versioned.ts";
import { EditNotice } from "../../components/edit-notice.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { notify } from "../../components/toasts.tsx";
import { PreviewColumn } from "./preview-column.tsx";
import { readDripsAgain } from "./read-drips-again.ts";
import { draftOf, type SequenceDraft, saveSequence, sequenceBody } from "./sequence-draft.ts";
import { SequenceSettings } from "./sequence-settings.tsx";
import { StepList } from "./step-list.tsx";

type Loaded = Versioned<Schema<"DripSequence">>;
type EditorProps = { loaded: Loaded; readAgain: () => Promise<Loaded> };

/** The form of a sequence, and beside it what a lead would get of what is typed. */
export function SequenceEditor({ loaded, readAgain }: EditorProps) {
  const readOnly = !useMay()("updateDripSequence");
  const { id } = loaded.record;
  const edit = useDraft({
    stored: loaded,
    readAgain,
    toDraft: draftOf,
    toBody: sequenceBody,
    save: (changes, etag) => saveSequence(id, changes, etag),
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
        <h2>{readOnly ? "Emails" : "Edit"}</h2>
        <EditNotice edit={edit} onTakeTheirs={edit.discard} />
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
        {!readOnly && <SaveBar edit={edit} />}
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
