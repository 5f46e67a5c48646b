import { CLIENT_REFUSED, requireActiveClient } from "../favorites/index.ts";
import type { TenantContext } from "../platform/context.ts";

export const SEARCHES_PATH = "/api/v1/searches";
export const searches = { tag: "Saved searches", permission: "public", tenant: true } as const;

/** Calls with the client's token, each of which is a sign of life (search.md, D50). */
export const clientRoute = {
  ...searches,
  token: "favorites",
  // Of every call: the sign of life.
  storesKilobytes: 2,
  precondition: (ctx: TenantContext) => requireActiveClient(ctx),
} as const;

export const REFUSED = CLIENT_REFUSED;
