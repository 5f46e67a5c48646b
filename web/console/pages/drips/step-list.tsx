import { useRef, useState } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { Empty } from "../../components/empty.tsx";
import { Icon } from "../../icons/icon.tsx";
import { moved, newStep, type StepDraft } from "./sequence-draft.ts";
import { StepCard } from "./step-card.tsx";

/** What the API takes. */
const MOST_STEPS = 100;

type StepListProps = {
  steps: readonly StepDraft[];
  onChange: (steps: StepDraft[]) => void;
  openIndex: number;
  onOpen: (index: number) => void;
  readOnly: boolean;
  error: ApiError | null;
};

/** The emails in their order. One is open; the arrow keys on a handle, or dragging it, move an email. */
export function StepList({ steps, onChange, openIndex, onOpen, readOnly, error }: StepListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length || to === from) return;
    const open = steps[openIndex];
    const next = moved(steps, from, to);
    onChange(next);
    if (open) onOpen(next.indexOf(open));
    setSaid(`Email ${from + 1} is now email ${to + 1} of ${steps.length}`);
  };
  const add = () => {
    onChange([...steps, newStep(steps.length === 0)]);
    onOpen(steps.length);
    focusSoon(list, "input[name$='subject_template']");
  };
  const remove = (index: number) => {
    onChange(steps.toSpliced(index, 1));
    onOpen(Math.max(0, index - 1));
    setSaid(`Email ${index + 1} is removed. It comes back with Discard.`);
    focusSoon(list, ".step-toggle[aria-expanded='true']");
  };
  return (
    <div className="steps">
      <h3>Emails</h3>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {steps.length === 0 && <Empty title="No email yet.">Add the first one: what would you write?</Empty>}
      <ol ref={list}>
        {steps.map((step, index) => (
          <StepCard
            key={step.key}
            step={step}
            index={index}
            isOpen={index === openIndex}
            onOpen={() => onOpen(index)}
            onChange={(fields) => onChange(steps.with(index, { ...step, ...fields }))}
            onMove={(to, from = index) => move(from, to)}
            onRemove={() => remove(index)}
            readOnly={readOnly}
            error={error}
          />
        ))}
      </ol>
      {!readOnly && steps.length < MOST_STEPS && (
        <button type="button" className="button small quiet" onClick={add}>
          <Icon name="plus" />
          Add an email
        </button>
      )}
    </div>
  );
}

/** Once React has shown it. */
function focusSoon(list: React.RefObject<HTMLElement | null>, selector: string): void {
  requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
}
