import type { Platform } from "../platform/context.ts";
import { KeyUse } from "./keys/key-use.ts";
import { BearerTokens } from "./oidc/bearer-tokens.ts";

/** The services of the identity slice. */
export type UsesIdentity = {
  identity: {
    /** Null without an OpenID provider. */
    bearerTokens: BearerTokens | null;
    keyUse: KeyUse;
  };
};

export function identityServices({ config: { oidc }, db, clock, log }: Platform): UsesIdentity {
  return {
    identity: {
      bearerTokens: oidc && new BearerTokens(oidc, clock, log),
      keyUse: new KeyUse(db, clock, log),
    },
  };
}
