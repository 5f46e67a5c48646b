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

/** Whether an error says that the database cannot be reached, rather than that it refuses what was asked. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && CODES.includes(String(error.code))) return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message);
}
