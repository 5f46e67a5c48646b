import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartError } from "../../config/config.ts";
import type { Log } from "../../log.ts";
import { HALF_TIMEOUT_MS } from "../database-watch.ts";
import { type ChildMessage, heartbeatPath } from "./protocol.ts";

export type EmbeddedDatabase = {
  /** Folder of the unix socket, the `host` of node-postgres. */
  socketFolder: string;
  /** Resolves while the process runs, even when busy; rejects without a response. */
  answers(): Promise<void>;
  stop(): Promise<void>;
};

/** Another process has the data folder open. */
export class DataFolderInUse extends StartError {}

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const RESTARTS_PER_MINUTE = 5;
/** Covers the recovery of a large folder after a crash. */
const START_WITHIN_MS = 120_000;
/** Longer than the child's own limit. */
const STOP_WITHIN_MS = 12_000;

/**
 * Opens the database in `dataDir` in a child process and resolves when it responds. A child that crashes is replaced
 * on the same socket; PostgreSQL recovers the folder.
 *
 * @throws DataFolderInUse, or StartError when the folder cannot be opened.
 */
export async function startEmbedded(dataDir: string, log: Log): Promise<EmbeddedDatabase> {
  // Unix socket paths are limited to about 100 bytes, so the socket is not in the data folder. mkdtemp creates it
  // with mode 0700.
  const socketFolder = mkdtempSync(join(tmpdir(), "lintel-"));
  // The file name that node-postgres expects in a `host` folder.
  const socketPath = join(socketFolder, ".s.PGSQL.5432");
  let stopping = false;
  let child = await launch(dataDir, socketPath).catch((error: unknown) => {
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  });
  let restarts: number[] = [];
  supervise();

  function supervise(): void {
    child.once("exit", async (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, "embedded database ended unexpectedly, restarting it");
      restarts = [...restarts.filter((time) => time > Date.now() - 60_000), Date.now()];
      if (restarts.length > RESTARTS_PER_MINUTE) {
        log.fatal("embedded database keeps failing, giving up");
        process.exit(1);
      }
      try {
        await delay(200 * restarts.length);
        child = await launch(dataDir, socketPath);
        supervise();
      } catch (error) {
        log.fatal(error, "embedded database restart failed");
        process.exit(1);
      }
    });
  }

  return {
    socketFolder,
    answers: () => checkHeartbeat(heartbeatPath(socketPath)),
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => {
        log.error("embedded database stop timed out, killed, recovers at the next start");
        child.kill("SIGKILL");
      }, STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function launch(dataDir: string, socketPath: string): Promise<ChildProcess> {
  const child = fork(CHILD, [dataDir, socketPath], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    const late = () =>
      fail(
        new StartError(
          `The database in ${dataDir} did not start within ${START_WITHIN_MS / 1000} seconds. Look for what holds the machine up, then start again.`,
        ),
      );
    const timer = setTimeout(late, START_WITHIN_MS);
    const fail = (error: Error) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.kill("SIGKILL");
      reject(error);
    };
    child.once("error", fail);
    child.once("exit", () => fail(new StartError(`The database in ${dataDir} ended while it was starting.`)));
    child.once("message", (message: ChildMessage) => {
      if (message.type === "locked")
        return fail(new DataFolderInUse(`${dataDir} is in use by another process.`));
      if (message.type === "failed") {
        return fail(new StartError(`The database in ${dataDir} cannot be opened: ${message.reason}`));
      }
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(child);
    });
  });
}

/** Resolves when the process behind the socket runs. Rejects without a response within half of the timeout. */
function checkHeartbeat(path: string): Promise<void> {
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
