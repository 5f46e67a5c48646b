/** Fields that were typed in. Those that are no longer on the page are forgotten. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Filters stand in the address: nothing of them is lost. */
const FILTERS = "search, [role=search], [type=search], [role=combobox]";

/** Takes note of what is typed from now on. */
export function watchTyping(): void {
  addEventListener(
    "input",
    ({ target }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isField && target.closest("form") && !target.closest(FILTERS)) typed.add(target);
    },
    { capture: true, passive: true },
  );
}

/** Whether a form of the page has something that was typed. It may have been saved: no form tells. */
export function hasTypedText(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  return [...typed].some(({ value }) => value.trim() !== "");
}
