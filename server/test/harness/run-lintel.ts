import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** The command line as a user runs it, in a process of its own. `preload`: a module that is loaded before it. */
export function lintel(args: string[], environment: Record<string, string>, { preload = "" } = {}) {
  const child = spawn(process.execPath, [...(preload ? ["--import", preload] : []), MAIN, ...args], {
    env: {
      ...process.env,
      // Not the folder of the tests: a developer may have a .env there.
      ...{ INIT_CWD: tmpdir(), DATABASE_URL: "", LOG_LEVEL: "warn", SHUTDOWN_DELAY_SECONDS: "0" },
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const exit = once(child, "close").then(([status]) => ({ status: status as number | null, stdout, stderr }));
  return {
    child,
    exit,
    /** Resolves with all that was said when `text` has been. */
    async waitForOutput(text: string): Promise<string> {
      while (!stdout.includes(text)) {
        const ended = await Promise.race([once(child.stdout, "data").then(() => null), exit]);
        if (ended && !stdout.includes(text))
          throw new Error(`lintel ended without saying "${text}": ${stdout}${stderr}`);
      }
      return stdout;
    },
  };
}
