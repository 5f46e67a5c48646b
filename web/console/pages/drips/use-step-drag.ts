import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

type StepDrag = {
  card: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  index: number;
  onDropped: (from: number) => void;
  readOnly: boolean;
};

/** Lets an email be dragged by its handle, and others be dropped at its place. @returns whether one is held above it. */
export function useStepDrag({ card, handle, index, onDropped, readOnly }: StepDrag): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((from: unknown) => {
    setOver(false);
    if (typeof from === "number") onDropped(from);
  });
  useEffect(() => {
    const [element, dragHandle] = [card.current, handle.current];
    if (readOnly || !element || !dragHandle) return;
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ step: index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.step === "number",
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => drop(source.data.step),
      }),
    );
  }, [card, handle, index, readOnly]);
  return isOver;
}
