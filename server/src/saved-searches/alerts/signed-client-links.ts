import type { Context } from "../../platform/context.ts";
import { readLink, signLink } from "../../platform/crypto/signed-links.ts";

type Signed = Pick<Context, "config" | "secrets">;

/*
 * Links of alerts never expire, and work without any setting: they are signed with the secret of unsubscribe links where there is one,
 * else with that of clients' tokens, whose type differs.
 */

/** A token that names a record for one purpose. */
export function signToken({ config, secrets }: Signed, type: string, id: number): Promise<string> {
  return signLink(config.dripUnsubscribeSecret ?? secrets.favoritesSecret, { type, id });
}

/** The record of a token of that purpose; null for a forged one. */
export async function readToken(
  { config, secrets }: Signed,
  type: string,
  token: string,
): Promise<number | null> {
  for (const secret of [config.dripUnsubscribeSecret, secrets.favoritesSecret]) {
    const id = secret === null ? null : await readLink(secret, type, token);
    if (id !== null) return id;
  }
  return null;
}
