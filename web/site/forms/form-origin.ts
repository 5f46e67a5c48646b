import type { SiteRequest } from "../contract.ts";

/**
 * Whether a form comes from a page of this website (W17). Browsers send an Origin with every POST; programs that send none may use
 * forms that open no session.
 */
export function isOwnForm(
  { headers, origin }: Pick<SiteRequest, "headers" | "origin">,
  signsIn: boolean,
): boolean {
  const from = headers.origin;
  const fetchSite = headers["sec-fetch-site"];
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return false;
  if (from === undefined) return !signsIn || fetchSite !== undefined;
  // The host alone: behind a proxy the scheme is known only where the proxy is trusted.
  return typeof from === "string" && URL.canParse(from) && new URL(from).host === new URL(origin).host;
}
