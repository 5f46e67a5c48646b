import { queries } from "./queries.ts";

/** After a change of leads: reads again what shows them, and ends when it is shown. */
export function readLeadsAgain(): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === "string" &&
      path !== "/api/v1/admin/leads/meta" &&
      (path.startsWith("/api/v1/admin/leads") || path === "/api/v1/admin/dashboard"),
  });
}
