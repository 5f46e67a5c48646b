import type { Context } from "../../platform/context.ts";
import { trimTrailing } from "../../platform/trim-trailing.ts";

/** Path of the page that a link opens, on a brokerage's website and in the built-in page. */
export const PAGE_PATH = "/favorites/verify";

type PageOrigin = {
  /** The brokerage's website, with its path and query. */
  website: string | null;
  /** The domain of the request. Without a website the built-in page is used, whose calls need the brokerage's Host. */
  domain: string;
};

/** Builds the address in the email. Browsers never send the part after `#` to a server. */
export function magicLinkUrl({ config }: Context, { website, domain }: PageOrigin, token: string): string {
  const page = new URL(website || config.publicApiUrl);
  if (!website) page.hostname = domain;
  page.pathname = trimTrailing("/", page.pathname) + PAGE_PATH;
  page.hash = `token=${token}`;
  return page.href;
}
