import { type OpenSpan, tracedDetail } from "./tracing.ts";

/**
 * A span of a request to another server: its host and method, never its path, which may hold a key or an id. Its `traceparent` is not
 * sent, because those servers are other people's.
 */
export function tracedCall<Result>(
  { method, url }: { method: string; url: string | URL },
  work: (span: OpenSpan | null) => Promise<Result>,
): Promise<Result> {
  return tracedDetail(() => describe(method, url), work);
}

function describe(method: string, url: string | URL) {
  const { hostname, port, protocol } = new URL(url);
  return {
    name: method,
    kind: "client" as const,
    attributes: {
      "http.request.method": method,
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    },
  };
}
