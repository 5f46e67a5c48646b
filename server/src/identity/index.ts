export { hashApiKey, newApiKey, prefixOf } from "./api-keys.ts";
export { authenticate } from "./authenticate.ts";
export { ensureBootstrapKey } from "./ensure-bootstrap-key.ts";
export { identityRoutes } from "./identity.routes.ts";
