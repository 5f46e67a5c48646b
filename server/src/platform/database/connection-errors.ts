import { AppError } from "../errors.ts";

/** PostgreSQL's code for a write in a read-only transaction: all are on a standby, and on a server that is fenced off. */
export const TAKES_NO_WRITES = "25006";

/** PostgreSQL's code for the one of two transactions that it ends because each waits for the other. */
export const LOST_DEADLOCK = "40P01";

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
  TAKES_NO_WRITES,
];

const UNAVAILABLE = "The database cannot be reached at the moment";
const MESSAGES = new RegExp(
  `^${UNAVAILABLE}$|timeout exceeded when trying to connect|Connection terminated|not queryable`,
);

const RETRY_AFTER_SECONDS = 5;

/** 503 with Retry-After while the database is unreachable. The cause is logged. */
export class DatabaseUnavailable extends AppError {
  constructor(cause?: unknown) {
    super("unavailable", UNAVAILABLE, {
      retryAfter: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

/** True when the database is unreachable; false when it rejects a statement. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof Error && describesConnectionError(error);
}

/** The same of the plain copies of errors that pg-boss emits. */
export function describesConnectionError(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string" && CODES.includes(code)) return true;
  return typeof message === "string" && MESSAGES.test(message);
}

/** The unique index that an insert or update violated; null for other errors. */
export function violatedIndex(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}
