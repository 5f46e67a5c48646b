import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { OutboundFailure } from "../../platform/outbound/outbound-error.ts";
import { LONGEST_URL } from "./endpoints.schemas.ts";

/** A name server that takes longer holds nobody up: where the name leads is judged again at every delivery. */
const LOOKUP_MS = 2000;

const complaints: Partial<Record<OutboundFailure, string>> = {
  bad_address: "must have no credentials, and the port 443 or one from 1024 on",
  unsafe_address: "must not lead to a private, loopback, link-local or otherwise special address",
  plain_http: "must start with https://",
};

/**
 * An address that deliveries may go to, in the one spelling that it is kept in. It looks the name up, so do not call it inside
 * a transaction.
 *
 * @throws AppError 422 for one that will never be asked, or whose name leads to where nothing is sent.
 */
export async function safeUrl({ outbound }: Pick<Context, "outbound">, text: string): Promise<string> {
  const url = new URL(text);
  // A server is never told what stands behind the #.
  url.hash = "";
  if (url.href.length > LONGEST_URL) throw unsafe(`must be at most ${LONGEST_URL} characters`);
  const refusal = await outbound.refusalOfTarget(url.href, LOOKUP_MS);
  if (refusal !== null) throw unsafe(complaints[refusal] ?? "must be an address that can be asked");
  return url.href;
}

function unsafe(complaint: string): AppError {
  return new AppError("invalid", [{ loc: ["body", "url"], msg: `url ${complaint}`, type: "value_error" }]);
}
