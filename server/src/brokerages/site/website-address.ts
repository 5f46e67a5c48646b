import type { Context } from "../../platform/context.ts";
import { domainsOf } from "../domains/domains-of.ts";
import { canonicalOrigin } from "./canonical-origin.ts";

/**
 * Where links in mails lead: the website that the brokerage names, else the one that this server serves on its domain; null where there is
 * neither.
 */
export async function websiteAddress(
  { db, config }: Pick<Context, "db" | "config">,
  { brokerageId, website }: { brokerageId: number; website: string | null },
): Promise<string | null> {
  if (website) return website;
  if (!config.website) return null;
  const domains = await domainsOf(db, brokerageId);
  const origin = canonicalOrigin(null, domains);
  const [local] = domains;
  if (origin !== null || local === undefined) return origin;
  // On this machine, such as in the demo, the website is where the API is.
  const address = new URL(config.publicApiUrl);
  address.hostname = local;
  return address.origin;
}
