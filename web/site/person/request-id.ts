import type { Visit } from "../frame/visit.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of the request for a link, of a page to which its form has sent the browser; null on other ways here. */
export function requestIdOf({ form, url }: Visit): string | null {
  const given = form?.fields.get("request_id") || url.searchParams.get("request_id") || "";
  return UUID.test(given) ? given : null;
}

/** Where a form that sends a link leads: to the page that takes the link's code. */
export function pageOfRequest(path: string, requestId: string): string {
  return `${path}?${new URLSearchParams({ request_id: requestId })}`;
}
