import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { OutboundFailure } from "../../platform/outbound/outbound-error.ts";
import { MAX_URL_LENGTH } from "./endpoints.schemas.ts";

/** A slower name lookup is not waited for: the target is checked again at every delivery. */
const LOOKUP_MS = 2000;

const refusalTexts: Partial<Record<OutboundFailure, string>> = {
  bad_address: "must have no credentials, and the port 443 or one from 1024 on",
  unsafe_address: "must not lead to a private, loopback, link-local or otherwise special address",
  plain_http: "must start with https://",
};

/**
 * Checks an address for deliveries, and returns it in normalized form. Looks the name up, so it must not be called
 * inside a transaction.
 *
 * @throws AppError 422 for an address that is never called, or whose name resolves to a forbidden target.
 */
export async function checkTargetUrl({ outbound }: Pick<Context, "outbound">, text: string): Promise<string> {
  const url = new URL(text);
  // The fragment is never sent to a server.
  url.hash = "";
  if (url.href.length > MAX_URL_LENGTH) throw invalidUrl(`must be at most ${MAX_URL_LENGTH} characters`);
  const refusal = await outbound.refusalOfTarget(url.href, LOOKUP_MS);
  if (refusal !== null) throw invalidUrl(refusalTexts[refusal] ?? "must be an address that can be asked");
  return url.href;
}

function invalidUrl(complaint: string): AppError {
  return new AppError("invalid", [{ loc: ["body", "url"], msg: `url ${complaint}`, type: "value_error" }]);
}
