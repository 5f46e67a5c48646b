import type { Origin } from "./search-links.ts";

/** Moves the focus to what stands where the visitor was: what they touched has been replaced. */
export function focusAfter(root: HTMLElement, origin: Origin): void {
  const heading = root.querySelector<HTMLElement>("#results-title");
  const target = targetOf(root, origin) ?? heading;
  if (target === heading) heading?.setAttribute("tabindex", "-1");
  target?.focus({ preventScroll: true });
  if (origin.from === "page") heading?.scrollIntoView({ block: "start" });
}

function targetOf(root: HTMLElement, origin: Origin): HTMLElement | null | undefined {
  if (origin.from === "form" && origin.menu >= 0)
    return root.querySelectorAll<HTMLElement>("#filters summary")[origin.menu];
  if (origin.from === "form") return root.querySelector<HTMLElement>("#search-words");
  if (origin.from === "sort") return root.querySelector<HTMLElement>(".sorting summary");
  if (origin.from === "chip") return root.querySelector<HTMLElement>(".chips a");
  return null;
}
