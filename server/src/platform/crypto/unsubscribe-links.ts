import type { Config } from "../config/config.ts";
import type { Secrets } from "../config/secrets.ts";
import { type Link, readLink, signLink } from "./signed-links.ts";

type Installation = { config: Config; secrets: Secrets };

/**
 * True when emails can have unsubscribe links (SPEC: Drip sequences): a secret and PUBLIC_API_URL are set. A
 * generated secret does not count.
 */
export function hasUnsubscribeLinks(installation: Installation): boolean {
  return unsubscribeSecrets(installation).length > 0 && installation.config.given.includes("PUBLIC_API_URL");
}

/** The unsubscribe address of a record; null when unavailable. `path` is the route's, without the token. */
export async function unsubscribeLink(
  installation: Installation,
  { path, ...link }: Link & { path: string },
): Promise<string | null> {
  if (!hasUnsubscribeLinks(installation)) return null;
  const [secret] = unsubscribeSecrets(installation) as [string];
  return `${installation.config.publicApiUrl}${path}/${await signLink(secret, link)}`;
}

/** The id in a token of that type; null for an invalid signature. */
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

/** The first secret signs. Both verify: links that were sent before DRIP_UNSUBSCRIBE_SECRET was set stay valid. */
function unsubscribeSecrets({ config, secrets }: Installation): string[] {
  const favorites = secrets.favoritesSecretIsGenerated ? null : secrets.favoritesSecret;
  return [config.dripUnsubscribeSecret, favorites].filter((secret) => secret !== null);
}
