import { type Logger, pino } from "pino";

export type Log = Logger;

/** Lines written by a log and its children, by level. */
type Lines = Map<string, number>;

/** Credentials, and what PostgreSQL quotes of a row in its errors: the values of a unique index, or a part of a JSON parameter. */
export const redacted = [
  "req.headers.authorization",
  "req.headers['x-api-key']",
  "req.headers.cookie",
  "err.detail",
  "err.where",
] as const;

const counted = new WeakMap<Log, Lines>();

/** For /metrics: background failures are visible only as lines at `warn` or above. */
export function logLines(log: Log): ReadonlyMap<string, number> {
  return counted.get(log) ?? new Map();
}

/** Structured logs, one JSON object per line, on standard error. Standard output is for the results of commands. */
export function createLog(level: string): Log {
  const lines: Lines = new Map();
  const log = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(entry, write, value) {
          const name = pino.levels.labels[value] ?? String(value);
          lines.set(name, (lines.get(name) ?? 0) + 1);
          write.apply(this, entry);
        },
      },
      redact: [...redacted],
    },
    pino.destination({ dest: 2, sync: true }),
  );
  counted.set(log, lines);
  return log;
}

/**
 * An unhandled rejection is a defect: it is logged and counted as an error, and the process continues. After an
 * uncaught exception the process state is unknown: the error is logged and the process exits.
 */
export function logUnhandled(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "promise rejection unhandled"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "exception uncaught, process ends");
    process.exit(1);
  });
}
