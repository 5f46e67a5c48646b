type Cookie = {
  name: string;
  /** Only characters that need no quoting; null deletes the cookie. */
  value: string | null;
  seconds?: number;
  /** On https, the name begins with `__Host-`: no other host, and no page that is reached without https, can set or replace it. */
  isHostOnly?: boolean;
};

/** A JSON reply that also sets or deletes an HttpOnly cookie. */
export class WithCookie<Body extends object = object> {
  readonly body: Body;
  readonly #cookie: Cookie;

  constructor(body: Body, cookie: Cookie) {
    this.body = body;
    this.#cookie = cookie;
  }

  /** The `Set-Cookie` header for a reply over the given protocol. */
  header(protocol: string): string {
    const { value, seconds = 0, isHostOnly = false } = this.#cookie;
    const name = isHostOnly ? hostOnlyName(this.#cookie.name, protocol) : this.#cookie.name;
    const attributes = `Path=/; Max-Age=${value === null ? 0 : seconds}; HttpOnly; SameSite=Lax`;
    return `${name}=${value ?? ""}; ${attributes}${protocol === "https" ? "; Secure" : ""}`;
  }
}

/** The name of a host-only cookie. Browsers accept the prefix with `Secure` only (RFC 6265bis, 4.1.3.2). */
export function hostOnlyName(name: string, protocol: string): string {
  return protocol === "https" ? `__Host-${name}` : name;
}
