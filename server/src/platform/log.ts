import { type Logger, pino } from "pino";

export type Log = Logger;

/** Structured logs, one JSON object a line on standard error; standard output is for what the user asked for. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ["req.headers.authorization", "req.headers['x-api-key']", "req.headers.cookie"],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
