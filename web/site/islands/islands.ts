/** The script of an island: takes over an element that the server has rendered. */
export type IslandModule = { start(element: HTMLElement, props: never): void };

/**
 * Every island by its name. Each is a file of its own that the browser loads on demand. `start` is usually `hydrateAs(Component)`
 * (hydrate-as.ts); one that only enhances HTML needs no Preact.
 */
export const islands = {
  calculator: () => import("./calculator.ts"),
  gallery: () => import("./gallery.ts"),
  "home-map": () => import("./home-map.ts"),
  hearts: () => import("./hearts.ts"),
  map: () => import("./map.ts"),
  results: () => import("./results.ts"),
  share: () => import("./share.ts"),
  "tour-bar": () => import("./tour-bar.ts"),
  "link-token": () => import("./link-token.ts"),
} satisfies Record<string, () => Promise<IslandModule>>;

export type IslandName = keyof typeof islands;
