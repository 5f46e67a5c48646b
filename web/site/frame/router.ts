import createRouter from "find-my-way";
import type { SiteFile } from "./file.ts";
import type { Page } from "./page.ts";

export type Match = { params: Record<string, string> } & (
  | { page: Page; file?: never }
  | { file: SiteFile; page?: never }
);

export type Router = { find(path: string): Match | null };

/**
 * Finds what a path shows. Patterns with more fixed parts win. Patterns that differ by the expressions of their parameters alone, such as
 * those of towns and of homes, must match different paths.
 */
export function createPageRouter(pages: readonly Page[], files: readonly SiteFile[]): Router {
  const parts: { router: ReturnType<typeof createRouter>; shapes: Set<string> }[] = [];
  for (const page of pages) add(page.path, { page });
  for (const file of files) add(file.path, { file });
  return {
    find(path) {
      for (const { router } of parts) {
        const found = router.find("GET", path);
        if (found)
          return { ...(found.store as { page: Page }), params: found.params as Record<string, string> };
      }
      return null;
    },
  };

  /** find-my-way takes one pattern of each shape: a second one stands in a router of its own. */
  function add(path: string, store: { page: Page } | { file: SiteFile }): void {
    const shape = shapeOf(path);
    let part = parts.find(({ shapes }) => !shapes.has(shape));
    if (!part) {
      part = { router: createRouter({ maxParamLength: 500 }), shapes: new Set() };
      parts.push(part);
    }
    part.router.on("GET", path, () => {}, store);
    part.shapes.add(shape);
  }
}

/** A pattern without the names and the expressions of its parameters: `/homes/:()/:`. */
function shapeOf(path: string): string {
  return path
    .split("/")
    .map((part) => (part.startsWith(":") ? (part.includes("(") ? ":()" : ":") : part))
    .join("/");
}
