/** What of the page moved the visitor to another search: decides where the focus goes. */
export type Origin =
  | { from: "form" /** Position of the menu; -1: the words. */; menu: number }
  | { from: "sort" | "chip" | "page" | "link" };

/** The address that a click leads to, when it is a search of this page and nothing else than a click. */
export function searchOfClick(event: MouseEvent): { href: string; origin: Origin } | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.origin !== location.origin || link.pathname !== "/homes") return null;
  return { href: link.pathname + link.search, origin: { from: originOf(link) } };
}

function originOf(link: Element): "sort" | "chip" | "page" | "link" {
  if (link.closest(".sorting")) return "sort";
  if (link.closest(".chips")) return "chip";
  return link.closest(".pagination") ? "page" : "link";
}

/** The address that a form sends, without fields that are empty. A list is written with commas. */
export function searchOfForm(form: HTMLFormElement): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || value.trim() === "") continue;
    values.set(name, [...(values.get(name) ?? []), value.trim()]);
  }
  const query = new URLSearchParams([...values].map(([name, all]) => [name, all.join(",")]));
  return values.size > 0 ? `/homes?${query}` : "/homes";
}
