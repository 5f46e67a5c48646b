/** A JSON reply that also sets or deletes an HttpOnly cookie. */
export class WithCookie<Body extends object = object> {
  readonly body: Body;
  readonly name: string;
  /** Only characters that need no quoting; null deletes the cookie. */
  readonly value: string | null;
  readonly seconds: number;

  constructor(
    body: Body,
    { name, value, seconds = 0 }: { name: string; value: string | null; seconds?: number },
  ) {
    this.body = body;
    this.name = name;
    this.value = value;
    this.seconds = value === null ? 0 : seconds;
  }

  /** The `Set-Cookie` header for a reply over the given protocol. */
  header(protocol: string): string {
    const attributes = `Path=/; Max-Age=${this.seconds}; HttpOnly; SameSite=Lax`;
    return `${this.name}=${this.value ?? ""}; ${attributes}${protocol === "https" ? "; Secure" : ""}`;
  }
}
