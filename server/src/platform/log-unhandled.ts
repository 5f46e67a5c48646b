import type { Log } from "./log.ts";

/**
 * A promise that nobody handles is a defect: it is logged like any other error, and counted with them, and the process goes
 * on. An exception that nobody catches leaves the process in a state that nobody knows: it ends, and the log says why.
 */
export function logUnhandled(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "promise rejection unhandled"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "exception uncaught, process ends");
    process.exit(1);
  });
}
