import { ECDH } from "node:crypto";
import { AppError, type ValidationIssue } from "../platform/errors.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { PushSubscriptionBody } from "./push.schemas.ts";

/** The push endpoint of a browser and its encryption keys in base64url. */
export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string };

/** The limit of the normalized URL. Endpoints of real browsers have 200 to 1,000 characters. */
const MAX_ENDPOINT_LENGTH = 2000;

/**
 * Validates a browser's subscription here, because an unusable one would show only as a missing alert.
 *
 * @throws AppError 422.
 */
export function parseBrowserSubscription(
  outbound: Outbound,
  { endpoint, keys }: PushSubscriptionBody,
): BrowserSubscription {
  const browser = {
    endpoint: normalizedEndpoint(endpoint),
    p256dh: bytesOf(keys.p256dh)?.toString("base64url") ?? "",
    auth: bytesOf(keys.auth)?.toString("base64url") ?? "",
  };
  const issues: ValidationIssue[] = [];
  const complain = (path: string[], complaint: string) =>
    issues.push({ loc: ["body", ...path], msg: `${path.join(".")} ${complaint}`, type: "value_error" });
  if (browser.endpoint.length > MAX_ENDPOINT_LENGTH)
    complain(["endpoint"], `must be at most ${MAX_ENDPOINT_LENGTH} characters`);
  else if (outbound.refusalOf(browser.endpoint) !== null)
    complain(["endpoint"], "must be the https address of a push service");
  if (!isPoint(browser.p256dh))
    complain(["keys", "p256dh"], "must be a point of P-256: 65 bytes in base64url");
  if (Buffer.from(browser.auth, "base64url").length !== 16)
    complain(["keys", "auth"], "must be 16 bytes in base64url");
  if (issues.length > 0) throw new AppError("invalid", issues);
  return browser;
}

/** The normalized URL, so that the same browser is found again. */
export function normalizedEndpoint(endpoint: string): string {
  return new URL(endpoint).href;
}

/** Accepts both base64 alphabets: older libraries use the standard one. */
function bytesOf(text: string): Buffer | null {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64url") : null;
}

/** Keys that are not points of the curve are refused: encrypting for them fails or is unsafe. */
function isPoint(key: string): boolean {
  const bytes = Buffer.from(key, "base64url");
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, "prime256v1");
    return true;
  } catch {
    return false;
  }
}
