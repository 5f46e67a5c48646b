import type { OutboundError, OutboundFailure } from "../../platform/outbound/outbound-error.ts";
import { FeedError, type FeedErrorCode } from "./feed-error.ts";

const codes: Record<OutboundFailure, FeedErrorCode> = {
  bad_address: "bad_address",
  unsafe_address: "bad_address",
  plain_http: "bad_address",
  unreachable: "unreachable",
  timeout: "timeout",
  busy: "unreachable",
  too_large: "too_large",
  too_many_redirects: "redirected",
};

const transient: ReadonlySet<FeedErrorCode> = new Set(["unreachable", "timeout", "bad_reply"]);

/** Codes of errors of certificates and of TLS, by Node and OpenSSL. */
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

/** The failure of a request that got no whole reply. @param received bytes of its body. */
export function networkFailure(error: OutboundError, received: number): FeedError {
  const code = codeOf(error, received);
  const detail = error.reason === "too_large" ? {} : { detail: sentence(error.message) };
  return new FeedError(code, { ...detail, transient: transient.has(code), cause: error });
}

function codeOf({ reason, cause }: OutboundError, received: number): FeedErrorCode {
  // Cut off in the middle.
  if (reason === "unreachable" && received > 0) return "bad_reply";
  const code = (cause as { code?: unknown } | undefined)?.code;
  if (reason === "unreachable" && typeof code === "string" && TLS.test(code)) return "tls";
  return codes[reason];
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
