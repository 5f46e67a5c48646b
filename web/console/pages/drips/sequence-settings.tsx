import type { ApiError } from "../../app/api-error.ts";
import { CheckField } from "../../components/check-field.tsx";
import { Field, SelectField, TextField } from "../../components/field.tsx";
import type { SequenceDraft } from "./sequence-draft.ts";
import { stageWords } from "./words.ts";

export const triggerOptions = (["NEW", "CONTACTING", "QUALIFIED", "ARCHIVED"] as const).map((value) => ({
  value,
  label: stageWords(value),
}));

const pipelineOptions = [
  { value: "", label: "Buyers and sellers" },
  { value: "buyer", label: "Buyers" },
  { value: "seller", label: "Sellers" },
];

type SettingsProps = {
  draft: SequenceDraft;
  onChange: (change: Partial<SequenceDraft>) => void;
  readOnly: boolean;
  error: ApiError | null;
};

/** Who a sequence is for, and when it begins and ends. */
export function SequenceSettings({ draft, onChange, readOnly, error }: SettingsProps) {
  return (
    <fieldset className="fields-in-columns" disabled={readOnly}>
      <legend className="visually-hidden">Settings</legend>
      <Field
        name="name"
        label="Name"
        maxLength={120}
        required
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        error={error}
      />
      <SelectField
        name="trigger_state"
        label="Begins when a lead enters"
        options={triggerOptions}
        value={draft.trigger_state}
        onChange={({ currentTarget }) =>
          onChange({ trigger_state: currentTarget.value as SequenceDraft["trigger_state"] })
        }
        error={error}
      />
      <SelectField
        name="pipeline_type"
        label="For"
        options={pipelineOptions}
        value={draft.pipeline_type ?? ""}
        onChange={({ currentTarget }) =>
          onChange({ pipeline_type: (currentTarget.value || null) as SequenceDraft["pipeline_type"] })
        }
        error={error}
      />
      <TextField
        name="description"
        label="Description"
        optional
        rows={2}
        maxLength={2000}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        error={error}
      />
      <div className="check-list wide">
        <CheckField
          label="Turned on"
          hint="Off stops everyone who is on it."
          checked={draft.active}
          onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
        />
        <CheckField
          label="Ends when the lead moves on"
          hint="To another stage than the one in which it was enrolled."
          checked={draft.stop_on_state_change}
          onChange={({ currentTarget }) => onChange({ stop_on_state_change: currentTarget.checked })}
        />
      </div>
    </fieldset>
  );
}
