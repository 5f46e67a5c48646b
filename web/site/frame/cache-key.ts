import type { SiteRequest } from "../contract.ts";
import { addressOf } from "./address.ts";
import type { Router } from "./router.ts";

/** Longer addresses are rendered each time, so that invented ones cannot fill the cache. */
const MAX_KEY = 1000;

/** The page, what its path says, and in a fixed order the parameters that it reads; null for forms, personal pages and what is not there. */
export function cacheKeyOf(
  router: Router,
  { method, target }: Pick<SiteRequest, "method" | "target">,
): string | null {
  if (method !== "GET") return null;
  const url = addressOf(target, "http://website.invalid");
  if (url === "unreadable" || "moved" in url) return null;
  const match = router.find(url.pathname);
  if (!match || match.page?.audience === "person") return null;
  const { path, parameters: names = [] } = match.page ?? match.file;
  const known = [...names]
    .sort()
    .flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value]));
  const key = JSON.stringify([path, Object.values(match.params), known]);
  return key.length > MAX_KEY ? null : key;
}
