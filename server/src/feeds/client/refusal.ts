import { FeedError } from "./feed-error.ts";

/** The error of a reply that is not 200. @param stated the server's own message. */
export function refusal(status: number, stated: string): FeedError {
  const detail = `The server answers ${status}${stated === "" ? "" : ` (${stated})`}`;
  if (status === 401) return new FeedError("unauthorized", { detail, status });
  if (status === 403) return new FeedError("forbidden", { detail, status });
  if (status === 404 || status === 410) return new FeedError("not_found", { detail, status });
  if (status === 429) return new FeedError("rate_limited", { detail, status, transient: true });
  if (status >= 500 && status !== 501)
    return new FeedError("server_error", { detail, status, transient: true });
  if (status >= 300 && status < 400) return new FeedError("redirected", { detail, status });
  return new FeedError("strategy_unsupported", { detail, status });
}
