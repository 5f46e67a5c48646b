import { queries } from "../../app/queries.ts";

/** After a write: agents, contacts, suggestions, and who gets leads. */
export function readPeopleAgain(): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === "string" &&
      /^\/api\/(?:admin\/(?:agents|broker-contacts|suggestions|brokerages)|v1\/admin\/routing)/.test(path),
  });
}
