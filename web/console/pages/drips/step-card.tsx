import { type KeyboardEvent, useRef } from "react";
import { Icon } from "../../icons/icon.tsx";
import { StepFields, type StepFieldsProps } from "./step-fields.tsx";
import { useStepDrag } from "./use-step-drag.ts";
import { delayWords } from "./words.ts";

type StepCardProps = StepFieldsProps & { isOpen: boolean; onOpen: () => void };

/** An email of a sequence: a line with its time and subject, and when it is open, its fields. */
export function StepCard(props: StepCardProps) {
  const { step, index, isOpen, onOpen, onMove, readOnly } = props;
  const card = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const isOver = useStepDrag({ card, handle, index, onDropped: (from) => onMove(index, from), readOnly });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(index + by);
    // The handle moves with its email; React keeps the element, but not always the focus.
    requestAnimationFrame(() => handle.current?.focus());
  };
  return (
    <li ref={card} className="step" data-open={isOpen} data-over={isOver}>
      <div className="step-head">
        {!readOnly && (
          <button
            ref={handle}
            type="button"
            className="icon-button step-handle"
            aria-label={`Move email ${index + 1}: arrow up or down`}
            onKeyDown={onKeyDown}
          >
            <Icon name="dots-three-vertical" />
          </button>
        )}
        <button type="button" className="step-toggle" aria-expanded={isOpen} onClick={onOpen}>
          <span className="step-number">{index + 1}</span>
          <span className="step-words">
            <bdi className="row-title">{step.subject_template || "No subject yet"}</bdi>
            <span className="row-detail">{delayWords(step.delay_days, index)}</span>
          </span>
        </button>
      </div>
      {isOpen && <StepFields {...props} />}
    </li>
  );
}
