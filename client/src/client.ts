import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { paths } from "./api.generated.ts";
import { type CallOperation, operationCaller } from "./call-operation.ts";
import { withoutSlash } from "./request.ts";
import type { Tracker } from "./tracker.ts";

export type LintelClientOptions = Omit<ClientOptions, "baseUrl"> & {
  /** Base URL of the API, `https://api.example.com`; by default the page's own origin. */
  baseUrl?: string;
  /** Supplies the session id for routes that depend on it. */
  tracker?: Pick<Tracker, "sessionId">;
  /** For servers only; never in a page. */
  apiKey?: string;
};

export type LintelClient = Client<paths> & { operation: CallOperation };

/** Routes that depend on the visitor's session. On others the header would cost browsers a needless preflight. */
const BY_SESSION =
  /^\/(sessions\/|register|api\/(contact|tours)|api\/v1\/(favorites\/(magic-link|verify)|client-session|searches\/confirm)|api\/search\/)/;

/**
 * Every route of the API, typed, by its name or by its path: `const { data, error } = await client.operation("searchListings", …)` or
 * `client.GET("/api/properties", …)`.
 */
export function createLintelClient(options: LintelClientOptions = {}): LintelClient {
  const { baseUrl = "", tracker, apiKey, ...rest } = options;
  const client = createClient<paths>({ ...rest, baseUrl: withoutSlash(baseUrl) });
  client.use({
    async onRequest({ request, schemaPath }) {
      if (apiKey) request.headers.set("X-API-Key", apiKey);
      if (tracker && BY_SESSION.test(schemaPath) && !request.headers.has("X-Session-ID")) {
        const session = await tracker.sessionId();
        if (session) request.headers.set("X-Session-ID", session);
      }
      return request;
    },
  });
  return Object.assign(client, { operation: operationCaller(client) });
}
