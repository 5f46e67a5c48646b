const loaded = new Map<string, Promise<void>>();

/** Adds a stylesheet of this website to the page, once, before the page's own, which adapts it. Rejected when it cannot be loaded. */
export function loadStylesheet(href: string): Promise<void> {
  const known = loaded.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loading = new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      loaded.delete(href);
      link.remove();
      reject(new Error(`The stylesheet ${href} was not loaded`));
    });
  });
  loaded.set(href, loading);
  document.head.prepend(link);
  return loading;
}
