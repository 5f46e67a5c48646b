/** A request that the server has refused, in its words; or one it never answered (`status` 0). */
export class LintelError extends Error {
  override readonly name = "LintelError";
  declare readonly status: number;
  /** Seconds after which to come again, if the server says so. */
  declare readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type Request = {
  /** POST of what has a body, else GET. */
  method?: string;
  /** Whose visit it belongs to. */
  session?: string | null;
  /** Of whoever is signed in. */
  token?: string;
  /** JSON. */
  body?: string;
  keepalive?: boolean;
};

/** Calls the API. @throws LintelError whenever the answer is not a success in JSON */
export type Call = <Reply>(path: string, request?: Request) => Promise<Reply>;

export type CallOptions = {
  /** Where the API is: `https://api.example.com`; nothing where it is on the page's own address. */
  baseUrl?: string;
  fetch?: typeof fetch;
  /** Milliseconds after which a request counts as lost; 20,000. */
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
      // The session's cookie, for pages that a server makes.
      credentials: "include",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error) => {
      throw new LintelError(0, String(error));
    });
    // A page of whoever runs the network is no answer.
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

/** A sentence, or of a 422 one for each field that is wrong. */
const wordsOf = (body: { detail?: string | { msg: string }[] } | null): string =>
  [body?.detail ?? []]
    .flat()
    .map((each) => (each as { msg: string }).msg ?? each)
    .join("; ");
