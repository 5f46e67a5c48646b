import type { TenantContext } from "../../platform/context.ts";
import type { PushKey } from "../../push/index.ts";

/** Whether alerts can be pushed to browsers, and the public key that browsers subscribe with; null without a key pair. */
export function getSearchPushKey({ config: { push } }: TenantContext): PushKey {
  return { enabled: push !== null, public_key: push?.publicKey ?? null };
}
