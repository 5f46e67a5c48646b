/**
 * Carries out the instructions of the Dockerfile in a clean Debian root, and runs what comes of them as the image would be run: as
 * its user, with a read-only root and no capabilities. For machines without docker; needs root, debootstrap and Debian's mirror.
 *
 *   node deploy/container/rehearse.ts                                   the embedded database
 *   scripts/with-postgres.sh node deploy/container/rehearse.ts          also migrate, api and worker on PostgreSQL
 *
 * WORK (default /var/tmp/lintel-rehearsal) keeps Debian, npm's downloads and the stages, which are made again when they have changed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuiltImage, buildImage, bytesOf } from "./rehearsal/build-image.ts";
import { type ImageConfig, readDockerfile } from "./rehearsal/read-dockerfile.ts";
import { runContainer, startContainer } from "./rehearsal/try-container.ts";

const context = fileURLToPath(new URL("../../", import.meta.url));
const work = process.env.WORK ?? "/var/tmp/lintel-rehearsal";
/** What this machine trusts: its mirrors may have a certificate authority of their own. */
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
/** Of packages from which the image has these files alone. */
const DOCUMENTS = ["/docs", "/redoc/static/redoc.standalone.js"];
const log = (line: string) => console.log(line);
const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;

const problem = missingPrerequisite();
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
mkdirSync(join(work, "npm"), { recursive: true });
const dockerfile = join(context, "deploy/container/Dockerfile");
const image = readDockerfile(readFileSync(dockerfile, "utf8"));
const built = build();

reportSize(built);
await tryEmbedded(built, image.config);
if (process.env.DATABASE_URL) await tryPostgres(built, image.config, process.env.DATABASE_URL);
else log("PostgreSQL: not tried, there is no DATABASE_URL");
reportPackages(built);

function missingPrerequisite(): string | null {
  if (process.getuid?.() !== 0)
    return "Cannot rehearse the image: it needs root, to mount and to change the root. Run it as root.";
  const missing = ["debootstrap", "unshare", "chroot"].filter(
    (name) => spawnSync("which", [name]).status !== 0,
  );
  return missing.length === 0
    ? null
    : `Cannot rehearse the image: ${missing.join(", ")} is not installed. Install it: apt-get install debootstrap util-linux coreutils`;
}

function build(): BuiltImage {
  return buildImage({
    image,
    context,
    ignoreFile: `${dockerfile}.dockerignore`,
    work,
    log,
    npmSettings: {
      NPM_CONFIG_REGISTRY: npmSetting("registry"),
      NPM_CONFIG_CACHE: "/var/cache/npm",
      NPM_CONFIG_CAFILE: "/tmp/machine-certificates.crt",
    },
    mounts: [
      { folder: "/etc/resolv.conf", path: "/etc/resolv.conf" },
      { folder: "/etc/hosts", path: "/etc/hosts" },
      { folder: CERTIFICATES, path: "/tmp/machine-certificates.crt" },
      { folder: join(work, "npm"), path: "/var/cache/npm" },
    ],
  });
}

function reportSize({ root, bytesOfBase }: BuiltImage): void {
  const of = (path: string) => (existsSync(join(root, path)) ? bytesOf(join(root, path)) : 0);
  const total = bytesOf(root);
  const compressed = spawnSync("sh", ["-c", 'tar -C "$1" -cf - . | gzip -1 | wc -c', "sh", root]);
  log(`size: ${mebibytes(total)} unpacked, ${mebibytes(Number(compressed.stdout))} as tar and gzip -1`);
  const modules = of("srv/lintel/node_modules");
  log(`  Debian ${mebibytes(bytesOfBase)}, node ${mebibytes(of("usr/local/bin/node"))},`);
  log(
    `  packages ${mebibytes(modules)}, Lintel ${mebibytes(of("srv/lintel") - modules)}, ${count(join(root, "srv/lintel"))} files`,
  );
  const unwanted = ["vitest", "typescript", "@biomejs", "playwright-core", "rolldown", "npm"].filter((name) =>
    existsSync(join(root, "srv/lintel/node_modules", name)),
  );
  const tests = execFileSync(
    "find",
    [join(root, "srv/lintel"), "-name", "*.test.ts*", "-not", "-path", "*/node_modules/*"],
    { encoding: "utf8" },
  );
  log(`  development packages: ${unwanted.join(", ") || "none"}; tests: ${tests.trim() || "none"}`);
}

async function tryEmbedded(built: BuiltImage, config: ImageConfig): Promise<void> {
  const stamp = join(work, "stamp");
  writeFileSync(stamp, "");
  const server = await startContainer(built, config, { work, args: config.command, settings: {} });
  log(`serve, embedded, first start with the demo: ready after ${server.readySeconds.toFixed(1)} s`);
  for (const path of [
    "/health/live",
    "/health/ready",
    "/",
    "/agents",
    "/console",
    "/api/properties",
    ...DOCUMENTS,
  ]) {
    const { status, type, bytes } = await server.get(path);
    log(`  GET ${path}: ${status}, ${type}, ${bytes} bytes`);
  }
  log(`  HEALTHCHECK: exit status ${await server.checkHealth()}`);
  const { status, seconds } = await server.stop();
  log(`  ${config.stopSignal}: exit status ${status} after ${seconds.toFixed(1)} s`);
  const written = execFileSync("find", [built.root, "-xdev", "-newer", stamp, "-not", "-type", "d"], {
    encoding: "utf8",
  });
  log(`  files written outside of DATA_DIR and /tmp: ${written.trim() || "none"}`);
  log(`  written in DATA_DIR: ${count(server.dataDir)} files, ${mebibytes(bytesOf(server.dataDir))}`);
  rmSync(server.dataDir, { recursive: true });
}

async function tryPostgres(built: BuiltImage, config: ImageConfig, databaseUrl: string): Promise<void> {
  const settings = {
    DATABASE_URL: databaseUrl,
    FAVORITES_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SHUTDOWN_DELAY_SECONDS: "1",
  };
  log(`migrate, PostgreSQL: ${await runContainer(built, config, { work, args: ["migrate"], settings })}`);
  const roles = ["api", "worker"];
  const servers = await Promise.all(
    roles.map((role) => startContainer(built, config, { work, args: ["serve", "--role", role], settings })),
  );
  for (const [index, server] of servers.entries()) {
    const health = await server.checkHealth();
    const { status, seconds } = await server.stop();
    log(
      `serve --role ${roles[index]}: ready after ${server.readySeconds.toFixed(1)} s, HEALTHCHECK ${health}, exit status ${status} ${seconds.toFixed(1)} s after ${config.stopSignal}`,
    );
    log(`  written in DATA_DIR: ${count(server.dataDir)} files`);
    rmSync(server.dataDir, { recursive: true });
  }
}

/** What is known of the packages' faults: npm's list, and what Debian's security archive has newer. */
function reportPackages({ root }: BuiltImage): void {
  const workspaces = ["server", "demo"].flatMap((name) => ["--workspace", name]);
  const audit = spawnSync("npm", ["audit", "--omit=dev", ...workspaces], { cwd: context, encoding: "utf8" });
  log(
    `npm audit --omit=dev: ${(audit.stdout + audit.stderr)
      .replaceAll(/https?:\S+/g, "the registry")
      .trim()
      .replaceAll("\n", "\n  ")}`,
  );
  const apt = "apt-get update -qq && apt-get --simulate upgrade | grep ^Inst; true";
  const newer = spawnSync(
    "unshare",
    [
      ...["--mount", "sh", "-c"],
      `mount -t tmpfs tmpfs '${root}/var/lib/apt/lists' && mount --bind /etc/resolv.conf '${root}/etc/resolv.conf'; mount --rbind /dev '${root}/dev'; exec chroot '${root}' sh -c '${apt}'`,
    ],
    { encoding: "utf8" },
  );
  log(
    `Debian packages with a newer version in its archives and that of security: ${newer.stdout.trim() || "none"}`,
  );
  const installed = execFileSync("chroot", [root, "dpkg-query", "--show"], { encoding: "utf8" });
  log(`  of ${installed.trim().split("\n").length} packages`);
}

function count(folder: string): number {
  return Number(execFileSync("sh", ["-c", 'find "$1" -type f | wc -l', "sh", folder], { encoding: "utf8" }));
}

function npmSetting(name: string): string {
  return execFileSync("npm", ["config", "get", name], { cwd: "/", encoding: "utf8" }).trim();
}
