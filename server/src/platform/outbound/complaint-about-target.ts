import type { Context } from "../context.ts";
import type { OutboundFailure } from "./outbound-error.ts";

/** A slower name lookup is not waited for: the target is checked again at every request. */
const LOOKUP_MS = 2000;

const texts: Partial<Record<OutboundFailure, string>> = {
  bad_address: "must have no credentials, and the port 443 or one from 1024 on",
  unsafe_address:
    "must not lead to a private, loopback, link-local or otherwise special address that is not in OUTBOUND_ALLOW",
  plain_http: "must start with https://",
};

/**
 * Why an address that a user enters is refused, in words that follow the field's name; null when it is accepted. Looks the name up,
 * so it must not be called inside a transaction.
 */
export async function complaintAboutTarget(
  { outbound }: Pick<Context, "outbound">,
  address: string,
): Promise<string | null> {
  const refusal = await outbound.refusalOfTarget(address, LOOKUP_MS);
  return refusal && (texts[refusal] ?? "must be an address that can be asked");
}
