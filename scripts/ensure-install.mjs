// Runs before `npm start` and `npm test`: installs the packages when they are missing or differ from the lock file.
// Plain JavaScript for Node 20, because it runs before the project's Node is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const stamp = join(root, "node_modules", ".lintel-lock");
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) await install();

async function install() {
  const server = await runningServer();
  if (server) {
    console.error(`The packages have changed, but Lintel is running from this folder (process ${server}).`);
    console.error("Stop it, then run this again.");
    process.exit(1);
  }
  console.error("Installing packages (once, and again when package-lock.json changes)…");
  const started = Date.now();
  // The Node that runs npm, not the one in node_modules, which is being replaced.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath ? [node, process.env.npm_execpath] : ["npm"];
  // Engine warnings concern the machine's Node; the project's Node is one of the packages.
  const args = [...npm.slice(1), "ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(npm[0], args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    console.error("The packages could not be installed. The lines above say why; then run this again.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  console.error(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The process id of a server that runs from this checkout, which listens on a socket (server/src/cli/presence.ts). */
async function runningServer() {
  const checkout = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const name = new RegExp(`^lintel-running-${checkout}-(\\d+)\\.sock$`);
  for (const file of readdirSync(tmpdir())) {
    const match = name.exec(file);
    if (match && (await answers(join(tmpdir(), file)))) return match[1];
  }
  return null;
}

function answers(socket) {
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on("error", () => resolve(false));
  });
}
