import { announce, listen } from "./results/events.ts";
import { fetchPage, LoadError } from "./results/fetch-page.ts";
import { focusAfter } from "./results/focus.ts";
import { openMapSheet } from "./results/map-sheet.ts";
import { closeMenus } from "./results/menus.ts";
import { pointAtCards } from "./results/point-at-cards.ts";
import { Progress } from "./results/progress.ts";
import { type Origin, searchOfClick, searchOfForm } from "./results/search-links.ts";
import { swapPage } from "./results/swap-page.ts";

type Going = { origin: Origin | null; push: boolean; byMap?: boolean; scroll?: number };

/** Shows other searches in place: the same pages are loaded as without script, and their parts replace those of this one. */
export function start(root: HTMLElement): void {
  const progress = new Progress(root);
  let shown = location.pathname + location.search;
  closeMenus(root);
  pointAtCards(root);
  openMapSheet(root);

  root.addEventListener("click", (event) => {
    const search = searchOfClick(event);
    if (!search) return;
    event.preventDefault();
    void go(search.href, { origin: search.origin, push: true });
  });
  root.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== "filters") return;
    event.preventDefault();
    const menus = [...root.querySelectorAll<HTMLDetailsElement>("#filters details")];
    const menu = menus.findIndex(({ open }) => open);
    for (const each of menus) each.open = false;
    void go(searchOfForm(form), { origin: { from: "form", menu }, push: true });
  });
  listen("results:search", ({ href }) => void go(href, { origin: null, push: true, byMap: true }));

  history.scrollRestoration = "manual";
  addEventListener("pagehide", keepScroll);
  addEventListener("popstate", (event) => {
    const scroll = scrollOf(event.state);
    void go(location.pathname + location.search, { origin: null, push: false, scroll });
  });
  const scroll = scrollOf(history.state);
  if (scroll > 0) scrollTo(0, scroll);

  async function go(href: string, going: Going): Promise<void> {
    progress.begin();
    const page = await fetchPage(href, !going.push).catch((error) => {
      if (!(error instanceof LoadError)) throw error;
      // An error page has more to say than this one.
      if (error.status !== null && error.status < 500 && error.status !== 429) location.assign(href);
      else progress.failed(() => void go(href, going));
      return null;
    });
    if (!page) return;
    if (going.push && href !== shown) {
      keepScroll();
      history.pushState({ scroll: 0 }, "", href);
    }
    if (going.origin && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!swapPage(root, page, going.byMap ?? false)) return location.assign(href);
    shown = href;
    progress.done(root.querySelector("#results-title")?.textContent ?? "");
    if (going.origin) focusAfter(root, going.origin);
    if (going.scroll !== undefined) scrollTo(0, going.scroll);
    announce("results:shown", { byMap: going.byMap ?? false });
  }
}

function keepScroll(): void {
  history.replaceState({ ...history.state, scroll: scrollY }, "");
}

function scrollOf(state: unknown): number {
  return Number((state as { scroll?: unknown } | null)?.scroll ?? 0);
}
