/** Reasons why an outbound request failed. The texts are stored and shown, so they do not change. */
export const outboundFailures = {
  bad_address: "no http(s) address, or one with credentials or a port of another service",
  unsafe_address: "it leads to a private, loopback, link-local or otherwise special address",
  plain_http: "http:// is for addresses in OUTBOUND_ALLOW only",
  unreachable: "no such host, no connection, no valid certificate, or cut off in mid-reply",
  timeout: "it took too long",
  busy: "too many names were being looked up here: it was not asked",
  too_large: "the reply is larger than what was asked for",
  too_many_redirects: "it sends from one address to the next",
} as const;

export type OutboundFailure = keyof typeof outboundFailures;

export class OutboundError extends Error {
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, options?: { cause?: unknown }) {
    super(outboundFailures[reason], options);
    this.name = "OutboundError";
    this.reason = reason;
  }
}

/** Maps errors of undici, the operating system and the resolver to a reason. */
export function asOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { name, code } = error as { name?: string; code?: string };
  const late = name === "TimeoutError" || timeouts.has(code ?? "");
  return new OutboundError(late ? "timeout" : "unreachable", { cause: error });
}

const timeouts = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);
