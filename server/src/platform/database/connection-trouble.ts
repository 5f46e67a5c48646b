import { AppError } from "../errors.ts";

/** Network failures, and PostgreSQL's own words for going down, starting up and being full. */
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

/** What a caller gets while the database does not answer: a 503 with Retry-After. The cause stays in the log. */
export class DatabaseUnavailable extends AppError {
  constructor(cause?: unknown) {
    super("unavailable", "The database cannot be reached at the moment", {
      retryAfter: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

/** Whether an error says that the database cannot be reached, rather than that it refuses what was asked. */
export function isConnectionTrouble(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  if ("code" in error && CODES.includes(String(error.code))) return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message);
}
