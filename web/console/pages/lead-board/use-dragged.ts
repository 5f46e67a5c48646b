import { useEffect, useEffectEvent, useState } from "react";
import type { Card, Stage } from "./moves.ts";

/** The functions of the library that board and cards use; null until it is loaded. */
export type Dragging = Pick<
  typeof import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
  "draggable" | "dropTargetForElements" | "monitorForElements"
> | null;

/** The card that is being dragged. `onDrop` is called with the column where it is let go. */
export function useDragged(dragging: Dragging, onDrop: (card: Card, stage: Stage) => void): Card | null {
  const [dragged, setDragged] = useState<Card | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(
    () =>
      dragging?.monitorForElements({
        onDragStart: ({ source }) => setDragged(source.data.card as Card),
        onDrop({ source, location }) {
          setDragged(null);
          const target = location.current.dropTargets[0];
          if (target) drop(source.data.card as Card, target.data.stage as Stage);
        },
      }),
    [dragging],
  );
  return dragged;
}
