import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useEffectEvent, useState } from "react";
import type { Card, Stage } from "./moves.ts";

/** The card that is being dragged. `onDrop` is called with the column where it is let go. */
export function useDragged(onDrop: (card: Card, stage: Stage) => void): Card | null {
  const [dragged, setDragged] = useState<Card | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(source.data.card as Card),
        onDrop({ source, location }) {
          setDragged(null);
          const target = location.current.dropTargets[0];
          if (target) drop(source.data.card as Card, target.data.stage as Stage);
        },
      }),
    [],
  );
  return dragged;
}
