/** What of the page a search changes: the form, and the column of the list. */
const FORM = "#filters";
const COLUMN = "#results-column";

/**
 * Replaces the search's parts of this page by those of another.
 *
 * @param keepsInput whether a form that is being filled in keeps its fields.
 * @returns false when the other is no page of results.
 */
export function swapPage(root: HTMLElement, page: Document, keepsInput: boolean): boolean {
  const column = page.querySelector(COLUMN);
  const form = page.querySelector(FORM);
  const ownColumn = root.querySelector(COLUMN);
  const ownForm = root.querySelector(FORM);
  if (!column || !form || !ownColumn || !ownForm) return false;
  ownColumn.replaceChildren(...column.childNodes);
  if (keepsInput && isInUse(ownForm)) replaceHidden(ownForm, form);
  else ownForm.replaceChildren(...form.childNodes);
  document.title = page.title;
  void import("../hearts.ts").then((hearts) => hearts.start(document.body));
  return true;
}

/** The address of the whole search, for the map. */
export function mapQuery(root: ParentNode): string {
  return root.querySelector<HTMLElement>("#results")?.dataset.query ?? "";
}

function isInUse(form: Element): boolean {
  return form.contains(document.activeElement) || form.querySelector("details[open]") !== null;
}

/** Keeps what is being typed. */
function replaceHidden(own: Element, next: Element): void {
  const hidden = 'input[type="hidden"]';
  for (const input of own.querySelectorAll(hidden)) input.remove();
  own.prepend(...next.querySelectorAll(hidden));
}
