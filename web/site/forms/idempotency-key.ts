import { createHash } from "node:crypto";
import type { SiteRequest } from "../contract.ts";

/** Sending the same form twice, as by a second click, is one message (W16): pages that caches share can hold no token. */
export function idempotencyKey({ tenant, target, body, address }: SiteRequest): string {
  const path = target.split("?", 1)[0];
  const parts = [String(tenant.brokerageId), path, body, address];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
