import type { Platform } from "../platform/context.ts";
import { storeKeyUse } from "./keys/store-key-use.ts";
import { LastUse } from "./last-use.ts";
import { BearerTokens } from "./oidc/bearer-tokens.ts";
import { OperationTable } from "./operation-table.ts";
import { storeSessionUse } from "./sessions/store-session-use.ts";

/** The services of the identity slice. */
export type UsesIdentity = {
  identity: {
    /** Null without an OpenID provider. */
    bearerTokens: BearerTokens | null;
    keyUse: LastUse;
    sessionUse: LastUse;
    operations: OperationTable;
  };
};

export function identityServices(platform: Platform): UsesIdentity {
  const {
    config: { oidc },
    db,
    clock,
    log,
  } = platform;
  return {
    identity: {
      bearerTokens: oidc && new BearerTokens(oidc, clock, log),
      keyUse: new LastUse(storeKeyUse(db), platform),
      sessionUse: new LastUse(storeSessionUse(db), platform),
      operations: new OperationTable(),
    },
  };
}
