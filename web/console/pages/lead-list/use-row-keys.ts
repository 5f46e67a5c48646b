import { useShortcut } from "../../app/shell/shortcuts.ts";
import type { Selection } from "./use-selection.ts";

/** Keys of the list: arrows go from row to row, with Shift they select on the way, `x` selects, Escape unselects all. */
export function useRowKeys(rows: readonly { id: number }[], selection: Selection): void {
  const focused = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-lead]");
    return rows.findIndex(({ id }) => id === Number(row?.dataset.lead));
  };
  const go = (step: 1 | -1, extend: boolean) => {
    const from = focused();
    const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
    const [origin, next] = [rows[from], rows[to]];
    if (!next) return;
    if (extend && origin) {
      if (!selection.ids.has(origin.id)) selection.toggle(origin.id);
      selection.toggle(next.id, true);
    }
    document.querySelector<HTMLElement>(`[data-lead="${next.id}"] [data-row-focus]`)?.focus();
  };
  useShortcut("arrowdown", ({ shiftKey }) => go(1, shiftKey));
  useShortcut("arrowup", ({ shiftKey }) => go(-1, shiftKey));
  useShortcut("x", ({ shiftKey }) => {
    const row = rows[focused()];
    if (row) selection.toggle(row.id, shiftKey);
  });
  useShortcut("escape", selection.clear);
}
