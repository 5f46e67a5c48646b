import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../server/src/main.ts", import.meta.url));

/** The product in a process of its own, without rate limits, on a data folder that is removed with it. Resolves when it listens. */
export async function startLintel(
  port: number,
  settings: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const lintel = spawn(process.execPath, [MAIN, "serve"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: "",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(lintel.stdout, "data");
  lintel.stdout.resume();
  return {
    async stop() {
      lintel.kill("SIGTERM");
      await once(lintel, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
