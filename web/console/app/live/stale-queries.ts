import type { Query } from "@tanstack/react-query";
import type { Change } from "./one-stream.ts";

/** Queries of openapi-react-query: `["get", "/api/v1/admin/leads/{lead_id}", { params: … }]`. */
type Key = readonly [method?: unknown, path?: unknown, init?: { params?: { path?: { lead_id?: number } } }];

/** Everything that counts or lists leads. */
const OF_LEADS =
  /^\/api\/v1\/admin\/(?:leads|dashboard|drips\/\{sequence_id\}\/enrollments)|^\/api\/(?:admin\/)?tours/;

/** Whether what a query has loaded is old after a change. */
export function isStaleAfter({ queryKey }: Pick<Query, "queryKey">, { event, data }: Change): boolean {
  const [, path, init] = queryKey as Key;
  if (typeof path !== "string") return false;
  if (event === "reset") return true;
  if (event.startsWith("indexing.")) return path.includes("/embeddings/");
  if (!OF_LEADS.test(path)) return false;
  const lead = init?.params?.path?.lead_id;
  // Of another lead's page.
  return lead === undefined || data.lead_id === undefined || lead === data.lead_id;
}
