import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Lets `scripts/ensure-install.mjs` see that a server runs from this checkout, so that packages are never exchanged
 * under it. A socket, because it falls silent with its process however that ends. Same name rule on both sides.
 */
export function announcePresence(): { stop(): void } {
  const checkout = createHash("sha256").update(ROOT).digest("hex").slice(0, 16);
  const path = join(tmpdir(), `lintel-running-${checkout}-${process.pid}.sock`);
  rmSync(path, { force: true });
  const server = createServer((connection) => connection.end()).listen(path);
  server.on("error", () => {});
  server.unref();
  return {
    stop() {
      server.close();
    },
  };
}
