export { hashApiKey, newApiKey, prefixOf } from "./api-keys.ts";
export { authenticate } from "./authenticate.ts";
export { ensureBootstrapKey } from "./ensure-bootstrap-key.ts";
export { identityRoutes } from "./identity.routes.ts";
export type { ApiKey, CreatedApiKey } from "./identity.schemas.ts";
export type { WantedKey } from "./keys/issue-key.ts";
export { createKeyHere, listKeysHere, revokeKeyHere } from "./keys/key-commands.ts";
export { KeyUse } from "./keys/key-use.ts";
export { BearerTokens } from "./oidc/bearer-tokens.ts";
