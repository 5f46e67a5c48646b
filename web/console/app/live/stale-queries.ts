import type { Query } from "@tanstack/react-query";
import type { Change } from "./one-stream.ts";

/** Queries of openapi-react-query: `["get", "/api/v1/admin/leads/{lead_id}", { params: … }]`. */
type Key = readonly [method?: unknown, path?: unknown, init?: Init];
type Init = { params?: { path?: { lead_id?: number; feed_id?: number } } };

/** Everything that counts or lists leads. */
const OF_LEADS =
  /^\/api\/v1\/admin\/(?:leads|dashboard|drips\/\{sequence_id\}\/enrollments)|^\/api\/(?:admin\/)?tours/;

/** Whether what a query has loaded is old after a change. */
export function isStaleAfter({ queryKey }: Pick<Query, "queryKey">, { event, data }: Change): boolean {
  const [, path, init] = queryKey as Key;
  if (typeof path !== "string") return false;
  if (event === "reset") return true;
  if (event.startsWith("indexing.")) return path.includes("/embeddings/");
  if (event.startsWith("feed."))
    return path.startsWith("/api/admin/feeds") && isAbout(init?.params?.path?.feed_id, data.feed_id);
  if (!OF_LEADS.test(path)) return false;
  return isAbout(init?.params?.path?.lead_id, data.lead_id);
}

/** Not so for the page of another lead or feed. Lists are about all, and events without an id too. */
function isAbout(queried: number | undefined, changed: unknown): boolean {
  return queried === undefined || changed === undefined || queried === changed;
}
