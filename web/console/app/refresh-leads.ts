import type { QueryKey } from "@tanstack/react-query";
import { queries } from "./queries.ts";

const PATHS = /^\/api\/(?:v1\/admin\/(?:leads|dashboard|drips)|tours)/;

/** Reads everything again that shows leads: called after each write to one. */
export function refreshLeads(): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => isAboutLeads(queryKey) });
}

/** Keys of queries are method, path and parameters. Enumerations do not change. */
function isAboutLeads([, path]: QueryKey): boolean {
  return typeof path === "string" && PATHS.test(path) && !path.endsWith("/meta");
}
