import type { Log } from "./log.ts";

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
