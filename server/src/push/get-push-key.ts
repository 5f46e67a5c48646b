import type { ActorContext } from "../platform/context.ts";
import type { PushKey } from "./push.schemas.ts";

/**
 * Whether push is configured, and the public key that browsers subscribe with; null without a key pair (decisions.md:
 * Push).
 */
export function getPushKey({ config: { push } }: ActorContext): PushKey {
  return { enabled: push !== null, public_key: push?.publicKey ?? null };
}
