import type { Context } from "../platform/context.ts";
import { trimTrailing } from "../platform/trim-trailing.ts";

export type LinkPage = {
  /** The brokerage's website, with its path and query. */
  website: string | null;
  /** Of the request. Without a website the page is ours, which needs the brokerage's Host. */
  domain: string;
  /** Of the page that the link opens, on either website. */
  path: string;
};

/** The address of a mailed link. Browsers never send the part after `#` to a server. */
export function linkUrl({ config }: Context, { website, domain, path }: LinkPage, token: string): string {
  const page = new URL(website || config.publicApiUrl);
  if (!website) page.hostname = domain;
  page.pathname = trimTrailing("/", page.pathname) + path;
  page.hash = `token=${token}`;
  return page.href;
}
