import { countAlertClick } from "./alert-click.ts";
import { keepCampaign } from "./campaign.ts";
import { type IslandModule, islands } from "./islands.ts";
import { morphPhotos } from "./morph-photo.ts";

/**
 * The script of every page: loads the islands that the page has, moves the focus to a form's errors, adds how long ago days were, and has
 * the visit recorded.
 */

const started = new WeakSet<HTMLElement>();
for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const load = element.dataset.load;
  if (load === "visible") whenVisible(element);
  else if (load === "scrolled") whenScrolledTo(element);
  else void start(element);
}
if (document.querySelector("[data-heart]"))
  void islands.hearts().then((hearts) => hearts.start(document.body));
document.querySelector<HTMLElement>("[data-focus]")?.focus();
if (document.querySelector("[data-ago]")) void import("./relative-days.ts");
keepCampaign();
countAlertClick();
const { tracked } = document.body.dataset;
if (tracked)
  whenIdle(() => void import("./visit-tracking.ts").then((tracking) => tracking.start(JSON.parse(tracked))));
morphPhotos();

async function start(element: HTMLElement): Promise<void> {
  if (started.has(element)) return;
  started.add(element);
  const { island, props } = element.dataset;
  const load = islands[island as keyof typeof islands] as (() => Promise<IslandModule>) | undefined;
  const module = await load?.();
  module?.start(element, JSON.parse(props ?? "{}") as never);
}

/** Not before the visitor scrolls or presses the island's button, so that the page's first load has nothing of it. */
function whenScrolledTo(element: HTMLElement): void {
  addEventListener("scroll", () => whenVisible(element), { once: true, passive: true });
  element.querySelector("[data-start]")?.addEventListener("click", () => void start(element), { once: true });
}

function whenVisible(element: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void start(element);
    },
    { rootMargin: "200px" },
  );
  observer.observe(element);
}

/** After what the visitor waits for. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 3000 });
  else setTimeout(run, 500);
}
