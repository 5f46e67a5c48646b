type Issue = { loc: (string | number)[]; msg: string };

/** What the API refused, in its own words. `status` is 0 where the network or the server did not answer. */
export class ApiError extends Error {
  readonly status: number;
  /** By field, for the form that was sent: `first_name`, `steps.0.subject`. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: Record<string, string> = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
  }

  static async of(response: Response): Promise<ApiError> {
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string | Issue[] };
    if (typeof detail === "string") return new ApiError(response.status, detail);
    if (!Array.isArray(detail))
      return new ApiError(response.status, `The server answered ${response.status}.`);
    const fields = Object.fromEntries(detail.map(({ loc, msg }) => [loc.slice(1).join("."), msg]));
    return new ApiError(response.status, detail.map(({ msg }) => msg).join(". "), fields);
  }

  static ofNetwork(cause: unknown): ApiError {
    return new ApiError(
      0,
      "The server cannot be reached. What you typed is kept: try again in a moment.",
      {},
      { cause },
    );
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** What to show of any error. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "Something went wrong. Load the page again.";
}
