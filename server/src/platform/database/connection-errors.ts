import { AppError } from "../errors.ts";

/** Network errors, and PostgreSQL's codes for shutdown, startup and too many connections. */
const CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EAI_AGAIN",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "08000",
  "08003",
  "08006",
  "53300",
  "57P01",
  "57P02",
  "57P03",
];

const RETRY_AFTER_SECONDS = 5;

/** 503 with Retry-After while the database is unreachable. The cause is logged. */
export class DatabaseUnavailable extends AppError {
  constructor(cause?: unknown) {
    super("unavailable", "The database cannot be reached at the moment", {
      retryAfter: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

/** True when the database is unreachable; false when it rejects a statement. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  if ("code" in error && CODES.includes(String(error.code))) return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message);
}

/** The unique index that an insert or update violated; null for other errors. */
export function violatedIndex(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}
