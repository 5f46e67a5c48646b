import { boundedIssues, boundedText, type ValidationIssue } from "./bounded-issues.ts";

export type { ValidationIssue } from "./bounded-issues.ts";

/**
 * The one kind of error an operation throws on purpose. `publicMessage` is what the caller reads as
 * `{detail}`; the cause stays in the log. The HTTP status follows from the code alone (SPEC: Errors).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** No longer than a reply may be, however much is wrong. */
  readonly detail: string | ValidationIssue[];
  /** Whole seconds after which it is worth trying again: `retry_after` in the reply, and its Retry-After. */
  readonly retryAfter: number | null;
  /** What else the reply's head says. */
  readonly headers: Record<string, string>;
  /** What else the reply's body says, beside `detail`. */
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode, detail: string | ValidationIssue[], options: Extras = {}) {
    const told = typeof detail === "string" ? boundedText(detail) : boundedIssues(detail);
    super(typeof told === "string" ? told : told.map((issue) => issue.msg).join("; "), options);
    this.name = "AppError";
    this.code = code;
    this.detail = told;
    this.retryAfter = options.retryAfter ?? null;
    this.headers = options.headers ?? {};
    this.fields = options.fields ?? {};
  }
}

type Extras = {
  cause?: unknown;
  retryAfter?: number;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
};

/** Every code an operation may throw, and the status it becomes. */
export const statusOf = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  bad_gateway: 502,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof statusOf;
