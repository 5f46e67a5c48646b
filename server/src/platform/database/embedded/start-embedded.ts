import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartError } from "../../config/config.ts";
import type { Log } from "../../log.ts";
import { askHeartbeat } from "./ask-heartbeat.ts";
import { type ChildMessage, heartbeatPath } from "./protocol.ts";

export type EmbeddedDatabase = {
  /** The folder of the unix socket, as node-postgres wants it in `host`. */
  socketFolder: string;
  /** Resolves while its process runs, however busy; rejects when it does not answer. */
  answers(): Promise<void>;
  stop(): Promise<void>;
};

/** Thrown when another process has the data folder open. */
export class DataFolderInUse extends StartError {}

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
const RESTARTS_PER_MINUTE = 5;
/** Recovery of a large folder after a crash may take a while; a process that is stopped must not hold a start for ever. */
const START_WITHIN_MS = 120_000;
/** Longer than the child's own bound. */
const STOP_WITHIN_MS = 12_000;

/**
 * Opens the database in `dataDir` in a child process and resolves when it answers. When the child dies
 * unasked, another takes its place on the same socket; the folder recovers by itself.
 *
 * @throws DataFolderInUse, or StartError when the folder cannot be opened.
 */
export async function startEmbedded(dataDir: string, log: Log): Promise<EmbeddedDatabase> {
  // Unix socket paths are at most some 100 bytes long, so not below the data folder. mkdtemp makes it 0700.
  const socketFolder = mkdtempSync(join(tmpdir(), "lintel-"));
  // node-postgres looks for this name in a folder given as host.
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
      log.error({ code, signal }, "the embedded database ended unasked; starting it again");
      restarts = [...restarts.filter((time) => time > Date.now() - 60_000), Date.now()];
      if (restarts.length > RESTARTS_PER_MINUTE) {
        log.fatal("the embedded database does not stay up");
        process.exit(1);
      }
      try {
        await delay(200 * restarts.length);
        child = await launch(dataDir, socketPath);
        supervise();
      } catch (error) {
        log.fatal(error, "the embedded database does not start again");
        process.exit(1);
      }
    });
  }

  return {
    socketFolder,
    answers: () => askHeartbeat(heartbeatPath(socketPath)),
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => {
        log.error("embedded database does not stop, killed: it recovers at the next start");
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
