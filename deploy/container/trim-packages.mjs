/**
 * Removes from an installation of npm what the image's server never loads: packages that no production dependency of the given workspaces
 * names, those for another system or C library (npm 9 of Debian does not read `libc`), and files that only compilers and debuggers read.
 * In the Dockerfile, after `npm ci`: `node trim-packages.mjs server demo`.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Packages of which nothing is loaded but these files, which the server reads or sends to browsers: their dependencies stay out. A test
 * compares them with the code.
 */
const FILES_ALONE = {
  redoc: ["package.json", "LICENSE", "bundles/redoc.standalone.js"],
  "@vladmandic/human": ["package.json", "LICENSE", "models/centernet.json", "models/centernet.bin"],
};
/** Types, maps, sources in other languages. Licenses stay. */
const UNREAD = /\.(map|[cm]?ts|tsx|flow|c|cc|cpp|h|hpp)$|^(changelog|history)(\.\w+)?$/i;

const libc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
const system = { os: process.platform, cpu: process.arch, libc };

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** `["!win32"]` is every other one. */
function admits(list, value) {
  if (list === undefined) return true;
  const each = [list].flat();
  if (each.includes(`!${value}`)) return false;
  return each.includes(value) || each.every((name) => name.startsWith("!"));
}

const fits = (manifest) => Object.entries(system).every(([name, value]) => admits(manifest[name], value));

/** As Node finds it. */
function find(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (folder === dirname(folder)) return null;
  }
}

const kept = new Set();
function keep(folder) {
  if (kept.has(folder)) return;
  const manifest = manifestOf(folder);
  kept.add(folder);
  if (manifest.name in FILES_ALONE) return;
  const isOptionalPeer = (name) => manifest.peerDependenciesMeta?.[name]?.optional;
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => !isOptionalPeer(name));
  for (const name of [
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
    ...peers,
  ]) {
    const found = find(name, folder);
    if (found && fits(manifestOf(found))) keep(found);
    else if (!found && manifest.dependencies?.[name] && !manifest.optionalDependencies?.[name])
      throw new Error(`${folder} needs ${name}, which is not installed`);
  }
}

/** The packages of a node_modules folder. Links are to workspaces. */
function packagesIn(modules) {
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => join(name, own)) : [name],
    )
    .map((name) => join(modules, name))
    .filter((folder) => lstatSync(folder).isDirectory());
}

function trim(modules) {
  for (const folder of packagesIn(modules)) {
    if (kept.has(folder)) removeUnread(folder, FILES_ALONE[manifestOf(folder).name]);
    else if (basename(folder) !== "node_modules") rmSync(folder, { recursive: true });
  }
  for (const { name } of readdirSync(modules, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    if (readdirSync(join(modules, name)).length === 0) rmdirSync(join(modules, name));
  }
}

function removeUnread(folder, wanted, within = "") {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = `${within}${entry.name}`;
    if (wanted && !wanted.some((file) => file === name || file.startsWith(`${name}/`)))
      rmSync(path, { recursive: true });
    else if (entry.name === "node_modules") trim(path);
    else if (entry.isDirectory() && isForeign(path)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeUnread(path, wanted, `${name}/`);
    else if (UNREAD.test(entry.name)) rmSync(path);
  }
}

/** Of a package with binaries for several systems, as prebuildify lays them out: `prebuilds/darwin-arm64+x64`. */
function isForeign(folder) {
  if (basename(dirname(folder)) !== "prebuilds") return false;
  const [os, cpus = ""] = basename(folder).split("-");
  return os !== process.platform || !cpus.split("+").includes(process.arch);
}

const root = process.cwd();
const workspaces = process.argv.slice(2).map((name) => join(root, name));
for (const workspace of workspaces) keep(workspace);
for (const folder of [root, ...workspaces]) {
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) trim(modules);
}
