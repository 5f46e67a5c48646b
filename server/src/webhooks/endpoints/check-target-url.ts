import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { complaintAboutTarget } from "../../platform/outbound/complaint-about-target.ts";
import { MAX_URL_LENGTH } from "./endpoints.schemas.ts";

/**
 * Checks an address for deliveries, and returns it in normalized form. Looks the name up, so it must not be called
 * inside a transaction.
 *
 * @throws AppError 422 for an address that is never called, or whose name resolves to a forbidden target.
 */
export async function checkTargetUrl(ctx: Pick<Context, "outbound">, text: string): Promise<string> {
  const url = new URL(text);
  // The fragment is never sent to a server.
  url.hash = "";
  if (url.href.length > MAX_URL_LENGTH) throw invalidUrl(`must be at most ${MAX_URL_LENGTH} characters`);
  const complaint = await complaintAboutTarget(ctx, url.href);
  if (complaint !== null) throw invalidUrl(complaint);
  return url.href;
}

function invalidUrl(complaint: string): AppError {
  return new AppError("invalid", [{ loc: ["body", "url"], msg: `url ${complaint}`, type: "value_error" }]);
}
