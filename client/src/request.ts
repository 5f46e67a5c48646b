/** A request that the server refused, with its message, or that got no response (`status` 0). */
export class LintelError extends Error {
  override readonly name = "LintelError";
  declare readonly status: number;
  /** Retry-After in seconds, if the server sent it. */
  declare readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type Request = {
  /** POST with a body, else GET. */
  method?: string;
  /** The visitor's session. */
  session?: string | null;
  /** The signed-in visitor's token. */
  token?: string;
  /** JSON. */
  body?: string;
  keepalive?: boolean;
};

/** Calls the API; null for a success without content. @throws LintelError unless the response is a success in JSON */
export type Call = <Reply>(path: string, request?: Request) => Promise<Reply>;

export type CallOptions = {
  /** Base URL of the API, `https://api.example.com`; by default the page's own origin. */
  baseUrl?: string;
  fetch?: typeof fetch;
  /** Timeout of a request in milliseconds; 20,000. */
  timeoutMs?: number;
};

export function createCall({ baseUrl = "", fetch: send = fetch, timeoutMs = 20_000 }: CallOptions): Call {
  return async (path, { session, token, ...request } = {}) => {
    const headers = {
      ...(request.body && { "Content-Type": "application/json" }),
      ...(session && { "X-Session-ID": session }),
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const response = await send(withoutSlash(baseUrl) + path, {
      method: request.body && "POST",
      ...request,
      headers,
      // Sends the session cookie, which server-rendered pages use.
      credentials: "include",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error) => {
      throw new LintelError(0, String(error));
    });
    if (response.status === 204) return null;
    // A captive portal's page is not a response of the API.
    const body = await response.json().catch(() => null);
    if (response.ok && body) return body;
    throw new LintelError(
      response.ok ? 0 : response.status,
      wordsOf(body) || response.statusText,
      Number(response.headers.get("Retry-After")) || null,
    );
  };
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/** The message; for a 422 one per invalid field. */
const wordsOf = (body: { detail?: string | { msg: string }[] } | null): string =>
  [body?.detail ?? []]
    .flat()
    .map((each) => (each as { msg: string }).msg ?? each)
    .join("; ");
