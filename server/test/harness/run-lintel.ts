import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/**
 * A port of this machine that nothing listens on. It is below those that the system gives to outgoing
 * connections and to port 0, and drawn at random: else another test could have it before it is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000);
  return (await canListen(port)) ? port : freePort();
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen({ port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * The command line as a user runs it, in a process of its own. `preload`: a module that is loaded before it. `main`: that of a checkout
 * of another version.
 */
export function lintel(
  args: string[],
  environment: Record<string, string>,
  { preload = "", main = MAIN } = {},
) {
  const child = spawn(process.execPath, [...(preload ? ["--import", preload] : []), main, ...args], {
    env: {
      ...process.env,
      // Not the folder of the tests: a developer may have a .env there.
      ...{ INIT_CWD: tmpdir(), DATABASE_URL: "", LOG_LEVEL: "warn", SHUTDOWN_DELAY_SECONDS: "0" },
      // What is loaded before it may replace something of the sources.
      ...(preload && { LINTEL_SOURCES: "1" }),
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
    /** What it has written so far. */
    written: () => `${stdout}${stderr}`,
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
