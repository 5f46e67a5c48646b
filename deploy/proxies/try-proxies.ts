/**
 * Runs nginx and Caddy with the configurations of this folder on loopback before a Lintel with the demo, and prints what passes
 * through them: node deploy/proxies/try-proxies.ts. Installs Debian's packages of both where they are missing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, lintel } from "../../server/test/harness/run-lintel.ts";
import { passThrough } from "./trial/pass-through.ts";
import { startCaddy, startNginx } from "./trial/start-proxy.ts";

const ADMIN_KEY = "key-of-the-trial-of-both-proxies-1";
const scripts = fileURLToPath(new URL("../../scripts/apt-install.sh", import.meta.url));
for (const [program, debian] of [
  ["nginx", "nginx-light"],
  ["caddy", "caddy"],
]) {
  if (spawnSync("which", [program as string]).status !== 0) execFileSync(scripts, [debian as string]);
}

let failures = 0;
for (const start of [startNginx, startCaddy]) {
  using folder = makeTemporaryFolder();
  const port = await freePort();
  const server = lintel(["serve"], {
    PORT: String(port),
    DATA_DIR: `${folder.path}/data`,
    DEMO: "true",
    TRUST_PROXY: "true",
    BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
    ADDRESS_REQUESTS_PER_MINUTE: "30",
    KEY_REQUESTS_PER_MINUTE: "1000",
  });
  await server.waitForOutput("is ready");
  const proxy = await start({ folder: folder.path, upstream: port });
  console.log(`${proxy.name}`);
  try {
    for (const { what, found, holds } of await passThrough(proxy, {
      adminKey: ADMIN_KEY,
      directPort: port,
    })) {
      console.log(`  ${holds ? "yes" : "NO "}  ${what}: ${found}`);
      if (!holds) failures++;
    }
  } finally {
    await proxy.stop();
    server.child.kill("SIGTERM");
    await server.exit;
  }
}
process.exitCode = failures === 0 ? 0 : 1;

/** Removed with all that is in it when it leaves its scope. */
function makeTemporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "lintel-proxies-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
