import createRouter from "find-my-way";
import type { SiteFile } from "./file.ts";
import type { Page } from "./page.ts";

export type Match = { params: Record<string, string> } & (
  | { page: Page; file?: never }
  | { file: SiteFile; page?: never }
);

export type Router = { find(path: string): Match | null };

/** Finds what a path shows. Patterns with more fixed parts win. */
export function createPageRouter(pages: readonly Page[], files: readonly SiteFile[]): Router {
  const router = createRouter({ maxParamLength: 500 });
  for (const page of pages) router.on("GET", page.path, () => {}, { page });
  for (const file of files) router.on("GET", file.path, () => {}, { file });
  return {
    find(path) {
      const found = router.find("GET", path);
      if (!found) return null;
      return { ...(found.store as { page: Page }), params: found.params as Record<string, string> };
    },
  };
}
