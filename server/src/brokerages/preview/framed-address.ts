import type { Context } from "../../platform/context.ts";
import { isLoopbackDomain } from "../../platform/http/host.ts";
import type { Brokerage } from "../brokerages.schemas.ts";
import { domainsOf } from "../domains/domains-of.ts";
import { canonicalOrigin } from "../site/canonical-origin.ts";

/**
 * Where a page of CONSOLE_URL shows a preview in a frame: the website's canonical origin, which on this machine is a name of this machine.
 * null: CONSOLE_URL is not set, or the brokerage has no domain.
 */
export async function framedAddress(
  { db, config: { consoleUrl, publicApiUrl } }: Pick<Context, "db" | "config">,
  { id, slug, website }: Pick<Brokerage, "id" | "slug" | "website">,
  token: string,
): Promise<string | null> {
  if (consoleUrl === null) return null;
  const origin = [consoleUrl, publicApiUrl].every(isHere)
    ? localOrigin(consoleUrl, slug)
    : canonicalOrigin(website, await domainsOf(db, id));
  return origin && `${origin}/?preview=${token}`;
}

function isHere(url: string): boolean {
  return isLoopbackDomain(new URL(url).hostname);
}

/** Every brokerage has it without being given one (tenant.queries.ts). */
function localOrigin(consoleUrl: string, slug: string): string {
  const address = new URL(consoleUrl);
  address.hostname = `${slug}.localhost`;
  return address.origin;
}
