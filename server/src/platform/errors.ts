import { boundedIssues, boundedText, type ValidationIssue } from "./bounded-issues.ts";

export type { ValidationIssue } from "./bounded-issues.ts";

/**
 * The error that operations throw on purpose. `publicMessage` is sent to the caller as `{detail}`; the cause goes to
 * the log only. The HTTP status follows from the code (SPEC: Errors).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Shortened to the limits of a reply. */
  readonly detail: string | ValidationIssue[];
  /** Whole seconds: `retry_after` in the body and the Retry-After header. */
  readonly retryAfter: number | null;
  /** Additional headers of the reply. */
  readonly headers: Record<string, string>;
  /** Additional fields of the reply's body. */
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode, detail: string | ValidationIssue[], options: Extras = {}) {
    const bounded = typeof detail === "string" ? boundedText(detail) : boundedIssues(detail);
    super(typeof bounded === "string" ? bounded : bounded.map((issue) => issue.msg).join("; "), options);
    this.name = "AppError";
    this.code = code;
    this.detail = bounded;
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

/** The HTTP status of each error code. */
export const statusOf = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  bad_gateway: 502,
  unavailable: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The server refuses the message for good. Of all failures here the text is one line without secrets. */
export class PermanentFailure extends Error {}

/** The message was not sent this time. A retry may succeed. */
export class TemporaryFailure extends Error {}

/** A temporary failure of the sender's own account or the recipient's own server, which does not concern other messages. */
export class IsolatedFailure extends TemporaryFailure {}
