import type { Context } from "../../platform/context.ts";
import { trimTrailing } from "../../platform/trim-trailing.ts";

/** Where the page of a link is: on a brokerage's website, and here. */
export const PAGE_PATH = "/favorites/verify";

type Place = {
  /** The brokerage's, with whatever path and query it has. */
  website: string | null;
  /** On which the link was asked for: without a website our own page is there, as its calls need the brokerage's Host. */
  domain: string;
};

/** The address in the email. What stands after the `#` is sent to nobody when it is opened. */
export function magicLinkUrl({ config }: Context, { website, domain }: Place, token: string): string {
  const page = new URL(website || config.publicApiUrl);
  if (!website) page.hostname = domain;
  page.pathname = trimTrailing("/", page.pathname) + PAGE_PATH;
  page.hash = `token=${token}`;
  return page.href;
}
