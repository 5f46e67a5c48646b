import type { SiteRequest } from "../contract.ts";

/**
 * The page from which a form was sent to another path of the website. Its address has the campaign, which the path has not, and which a
 * cached page cannot write into the form. Browsers send the whole address within a website (W12).
 */
export function formPageOf({ headers }: Pick<SiteRequest, "headers">, url: URL): URL | null {
  const { referer } = headers;
  if (typeof referer !== "string" || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  return page.host === url.host && page.pathname !== url.pathname ? page : null;
}
