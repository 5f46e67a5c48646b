import { useRef } from "react";
import { api } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { Field, TextField } from "../../components/field.tsx";
import { Menu } from "../../components/menu.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { StepDraft } from "./sequence-draft.ts";

export type StepFieldsProps = {
  step: StepDraft;
  index: number;
  onChange: (fields: Partial<StepDraft>) => void;
  /** To another place; `from` where it is another email that was dropped here. */
  onMove: (to: number, from?: number) => void;
  onRemove: () => void;
  readOnly: boolean;
  error: ApiError | null;
};

/** When an email goes, its subject and its text. */
export function StepFields({ step, index, onChange, onMove, onRemove, readOnly, error }: StepFieldsProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { data: meta } = api.useQuery("get", "/api/v1/admin/drips/meta", {}, { staleTime: Infinity });
  const insert = (name: string) => {
    const area = text.current;
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, "end");
    onChange({ body_template: area.value });
    requestAnimationFrame(() => area.focus());
  };
  return (
    <div className="step-fields">
      <Field
        name={`steps.${index}.delay_days`}
        label={index === 0 ? "Days after the enrollment" : "Days after the email before"}
        type="number"
        min={0}
        max={365}
        step={1}
        required
        readOnly={readOnly}
        value={step.delay_days}
        onChange={({ currentTarget }) => onChange({ delay_days: currentTarget.valueAsNumber || 0 })}
        error={error}
      />
      <Field
        name={`steps.${index}.subject_template`}
        label="Subject"
        maxLength={300}
        required
        readOnly={readOnly}
        value={step.subject_template}
        onChange={({ currentTarget }) => onChange({ subject_template: currentTarget.value })}
        error={error}
      />
      <TextField
        ref={text}
        name={`steps.${index}.body_template`}
        label="Text"
        rows={10}
        maxLength={20_000}
        required
        readOnly={readOnly}
        value={step.body_template}
        onChange={({ currentTarget }) => onChange({ body_template: currentTarget.value })}
        error={error}
      />
      {!readOnly && (
        <div className="actions">
          <Menu
            trigger={
              <>
                <Icon name="plus" />
                Insert a name
              </>
            }
            items={(meta?.placeholders ?? []).map((name) => ({
              label: name.replaceAll("_", " "),
              hint: `{{${name}}}`,
              run: () => insert(name),
            }))}
          />
          <button type="button" className="button small quiet" onClick={() => onMove(index - 1)}>
            Move up
          </button>
          <button type="button" className="button small quiet" onClick={() => onMove(index + 1)}>
            Move down
          </button>
          <button type="button" className="button small quiet" onClick={onRemove}>
            <Icon name="trash" />
            Remove
          </button>
        </div>
      )}
    </div>
  );
}
