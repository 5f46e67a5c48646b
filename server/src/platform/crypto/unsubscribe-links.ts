import type { Config } from "../config/config.ts";
import type { Secrets } from "../config/secrets.ts";
import { type Link, readLink, signLink } from "./signed-links.ts";

type Installation = { config: Config; secrets: Secrets };

/**
 * Whether emails can hold unsubscribe links (SPEC: Drip sequences): a secret and the address they lead to are given. A
 * secret that was made by us does not count.
 */
export function hasUnsubscribeLinks(installation: Installation): boolean {
  return unsubscribeSecrets(installation).length > 0 && installation.config.given.includes("PUBLIC_API_URL");
}

/** The address where a record's emails are refused; null where there can be none. `path` is the route's, without the token. */
export async function unsubscribeLink(
  installation: Installation,
  { path, ...link }: Link & { path: string },
): Promise<string | null> {
  if (!hasUnsubscribeLinks(installation)) return null;
  const [secret] = unsubscribeSecrets(installation) as [string];
  return `${installation.config.publicApiUrl}${path}/${await signLink(secret, link)}`;
}

/** The id in a token of that type; null for what we have not signed. */
export async function readUnsubscribeToken(
  installation: Installation,
  type: string,
  token: string,
): Promise<number | null> {
  for (const secret of unsubscribeSecrets(installation)) {
    const id = await readLink(secret, type, token);
    if (id !== null) return id;
  }
  return null;
}

/** The first signs. Both are read: links that were sent before DRIP_UNSUBSCRIBE_SECRET was given go on working. */
function unsubscribeSecrets({ config, secrets }: Installation): string[] {
  const favorites = secrets.favoritesSecretIsGenerated ? null : secrets.favoritesSecret;
  return [config.dripUnsubscribeSecret, favorites].filter((secret) => secret !== null);
}
