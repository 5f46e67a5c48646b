/** A reply in JSON that also has the browser keep something, or forget it: a cookie that no script reads. */
export class WithCookie<Body extends object = object> {
  readonly body: Body;
  readonly name: string;
  /** Of characters that need no quoting; null: forget it. */
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

  /** As the `Set-Cookie` header of a reply over that protocol. */
  header(protocol: string): string {
    const attributes = `Path=/; Max-Age=${this.seconds}; HttpOnly; SameSite=Lax`;
    return `${this.name}=${this.value ?? ""}; ${attributes}${protocol === "https" ? "; Secure" : ""}`;
  }
}
