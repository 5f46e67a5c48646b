import type { RefObject } from "react";
import { useShortcut } from "../../app/shell/shortcuts.ts";

const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-row]") ?? null;
const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("[data-row-link]");

/** Rows of a page by keys: j and k or the arrows move, letters press the button of the row that has the focus, or of the first one. */
export function useRowKeys(page: RefObject<HTMLElement | null>): void {
  const rows = () => [...(page.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const step = (by: 1 | -1) => {
    const all = rows();
    const at = all.indexOf(rowOf(document.activeElement) as HTMLElement);
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1);
    linkIn(all[next])?.focus();
  };
  const press = (action: string) => {
    const row = rowOf(document.activeElement) ?? rows()[0];
    row?.querySelector<HTMLElement>(`[data-act="${action}"]`)?.click();
  };
  useShortcut("j", () => step(1));
  useShortcut("arrowdown", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("arrowup", () => step(-1));
  useShortcut("c", () => press("call"));
  useShortcut("t", () => press("text"));
  useShortcut("m", () => press("email"));
  useShortcut("n", () => press("note"));
  useShortcut("f", () => press("follow-up"));
}

/** Focuses the row after this one, or the one before it where it is the last. */
export function focusNeighbor(row: HTMLElement | null): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = all.indexOf(row as HTMLElement);
  linkIn(all[at + 1] ?? all[at - 1])?.focus();
}

/** Focuses the link of a row again, after its form has closed. */
export function focusRow(row: HTMLElement | null): void {
  linkIn(row)?.focus();
}
