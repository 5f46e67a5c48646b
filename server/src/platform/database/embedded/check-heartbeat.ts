import { connect } from "node:net";
import { HALF_TIMEOUT_MS } from "../database-watch.ts";

/** Resolves when the process behind the socket runs. Rejects without a response within half of the timeout. */
export function checkHeartbeat(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const end = (error?: Error) => {
      clearTimeout(timer);
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    const late = () => end(new Error(`no answer within ${HALF_TIMEOUT_MS / 1000} seconds`));
    const timer = setTimeout(() => setImmediate(late), HALF_TIMEOUT_MS);
    socket.once("data", () => end());
    socket.once("error", end);
  });
}
