import { type DestinationStream, type Logger, pino } from "pino";
import { currentIds } from "./telemetry/tracing.ts";

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

const WARN = 40;

const counted = new WeakMap<Log, Lines>();

/** For /metrics: background failures are visible only as lines at `warn` or above. */
export function logLines(log: Log): ReadonlyMap<string, number> {
  return counted.get(log) ?? new Map();
}

/** Failures that are held once their message was logged. */
type Hold = { isHeld: (error: unknown) => boolean; messages: Set<string>; lines: number };

const holds = new WeakMap<Log, Set<Hold>>();

/**
 * Of warnings and errors whose `err` is held, each message is logged once from now on, by this log and its children: what retries in an
 * outage fails a hundred times. Those at debug stay.
 *
 * @returns ends it, and returns how many lines were held.
 */
export function holdRepeats(log: Log, isHeld: (error: unknown) => boolean): () => number {
  const hold: Hold = { isHeld, messages: new Set(), lines: 0 };
  holds.get(log)?.add(hold);
  return () => {
    holds.get(log)?.delete(hold);
    return hold.lines;
  };
}

function isRepeat(held: Set<Hold>, [fields, message]: unknown[]): boolean {
  const error = (fields as { err?: unknown } | null)?.err;
  if (error === undefined || typeof message !== "string") return false;
  for (const hold of held) {
    if (!hold.isHeld(error)) continue;
    if (hold.messages.has(message)) {
      hold.lines++;
      return true;
    }
    hold.messages.add(message);
  }
  return false;
}

/** Structured logs, one JSON object per line, on standard error. Standard output is for the results of commands. */
export function createLog(level: string, destination?: DestinationStream): Log {
  // From zero, so that the first line is an increase.
  const lines: Lines = new Map(["warn", "error", "fatal"].map((level) => [level, 0]));
  const held = new Set<Hold>();
  const log = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(entry, write, value) {
          if (held.size > 0 && value >= WARN && isRepeat(held, entry)) return;
          const name = pino.levels.labels[value] ?? String(value);
          lines.set(name, (lines.get(name) ?? 0) + 1);
          write.apply(this, entry);
        },
      },
      redact: [...redacted],
      mixin: currentIds,
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
  counted.set(log, lines);
  holds.set(log, held);
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
