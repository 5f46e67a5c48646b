/** An answer that is an error, in the form of OData. */
export class ODataError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  get body(): string {
    return JSON.stringify({ error: { code: String(this.status), message: this.message } });
  }
}
