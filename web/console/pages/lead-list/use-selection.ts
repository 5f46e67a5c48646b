import { useRef, useState } from "react";

export type Selection = {
  ids: ReadonlySet<number>;
  /** Selects or unselects one; `extend` gives all from the last one to it the state of the last one. */
  toggle: (id: number, extend?: boolean) => void;
  /** Selects all that are shown, or unselects them. */
  toggleShown: () => void;
  clear: () => void;
};

/** Which rows of a list are selected, also those of other pages. Those of another brokerage are forgotten. */
export function useSelection(shown: readonly number[], brokerageId: number | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [selectedIn, setSelectedIn] = useState(brokerageId);
  if (brokerageId !== selectedIn) {
    setSelectedIn(brokerageId);
    setIds(new Set());
  }
  const last = useRef<number>(undefined);
  const set = (changed: readonly number[], isSelected: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const id of changed) isSelected ? next.add(id) : next.delete(id);
      return next;
    });
  return {
    ids,
    toggle(id, extend = false) {
      const from = last.current === undefined ? -1 : shown.indexOf(last.current);
      const to = shown.indexOf(id);
      if (extend && from >= 0 && to >= 0) {
        set(shown.slice(Math.min(from, to), Math.max(from, to) + 1), true);
      } else {
        set([id], !ids.has(id));
      }
      last.current = id;
    },
    toggleShown() {
      set(shown, !shown.every((id) => ids.has(id)));
    },
    clear() {
      setIds(new Set());
      last.current = undefined;
    },
  };
}
