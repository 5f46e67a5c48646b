import { type Logger, pino } from "pino";

export type Log = Logger;

/** How many lines a log and its children have written, by level. */
type Lines = Map<string, number>;

const counted = new WeakMap<Log, Lines>();

/** For /metrics: what goes wrong without a caller to hear of it is a line at `warn` or above. */
export function logLines(log: Log): ReadonlyMap<string, number> {
  return counted.get(log) ?? new Map();
}

/** Structured logs, one JSON object a line on standard error; standard output is for what the user asked for. */
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
      redact: ["req.headers.authorization", "req.headers['x-api-key']", "req.headers.cookie"],
    },
    pino.destination({ dest: 2, sync: true }),
  );
  counted.set(log, lines);
  return log;
}
