import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../peers/", import.meta.url));
const DEBIAN_PACKAGES = [
  "python3-fastapi",
  "python3-uvicorn",
  "python3-asyncpg",
  "python3-uvloop",
  "python3-httptools",
];

/** Installs the packages of bench/peers. */
export function installNodePeers(): void {
  installPackages(FOLDER, "the peers (Fastify, pg, better-sqlite3, vt-pbf)");
}

/** Installs the packages of a folder in the versions of its lock file, unless they are installed. */
export function installPackages(folder: string, of: string): void {
  const stamp = `${folder}node_modules/.lintel-lock`;
  const wanted = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`Installing the packages of ${of}…`);
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`Cannot install ${of}: npm failed. The lines above have the cause.`);
  writeFileSync(stamp, wanted);
}

/** Installs FastAPI with Debian's packages. Returns whether that was possible. */
export function installFastApi(): boolean {
  console.log(`Installing ${DEBIAN_PACKAGES.join(", ")} with apt-get…`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]) => {
    const [program = "", ...rest] = [
      ...sudo,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-qq",
      ...args,
    ];
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  };
  const install = () => apt("install", "-y", "--no-install-recommends", ...DEBIAN_PACKAGES);
  return install() || (apt("update") && install());
}
