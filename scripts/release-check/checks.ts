import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keptDumps } from "../../server/test/upgrades/kept-dumps.ts";
import { deployedVersions } from "./deployed-versions.ts";

export type Outcome = { passed: boolean; detail: string };
export type Tree = {
  root: string;
  /** The last release's tag, or the commit of `--against`; null before the first release. */
  previous: string | null;
};

/** Digests of migrations at the last release, for trees without tags: `npm run release:check -- --record` writes it. */
export const RECORD = "server/migrations/released.json";
const MIGRATIONS = "server/migrations";
const UPGRADES = "server/test/upgrades";

export function checkTree({ root }: Tree): Outcome {
  const changed = git(root, "status", "--porcelain").split("\n").filter(Boolean);
  const shown = changed.slice(0, 3).map((line) => line.slice(3));
  return outcome(changed.length === 0, "nothing is changed", `not committed: ${shown.join(", ")}`);
}

/** One version in every workspace and in the lock file, higher than that of the last release. */
export function checkVersions({ root, previous }: Tree): Outcome {
  const own = manifestOf(root, "package.json");
  const lock = manifestOf(root, "package-lock.json").packages ?? {};
  const other = ["", ...(own.workspaces ?? [])].flatMap((folder) => {
    const version = manifestOf(root, join(folder, "package.json")).version;
    const locked = lock[folder]?.version;
    return version === own.version && locked === own.version
      ? []
      : `${folder || "."} ${version} (locked ${locked})`;
  });
  if (other.length > 0) return outcome(false, "", `not ${own.version}: ${other.join(", ")}`);
  const before =
    previous === null ? null : (JSON.parse(git(root, "show", `${previous}:package.json`)).version as string);
  const isHigher = before === null || own.version.localeCompare(before, "en", { numeric: true }) > 0;
  return outcome(
    isHigher,
    `${own.version} in ${(own.workspaces ?? []).length + 1} packages`,
    `${own.version} is not above ${before}`,
  );
}

/** The chart and the image have the version too. */
export function checkDeployment({ root }: Tree): Outcome {
  const { version } = manifestOf(root, "package.json");
  const other = deployedVersions(root).filter((place) => place.version !== version);
  const shown = other.map((place) => `${place.path} ${place.name} ${place.version ?? "missing"}`);
  return outcome(
    other.length === 0,
    `${version} in the chart and the Dockerfile`,
    `not ${version}: ${shown.join(", ")}: npm run version`,
  );
}

/** The changelog has the version with its day, below an empty or absent "Unreleased". */
export function checkChangelog({ root }: Tree): Outcome {
  const { version } = manifestOf(root, "package.json");
  const file = join(root, "CHANGELOG.md");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [, day] =
    new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - (\\d{4}-\\d{2}-\\d{2})$`, "m").exec(text) ?? [];
  if (day === undefined) return outcome(false, "", `CHANGELOG.md has no line "## [${version}] - YYYY-MM-DD"`);
  if (!isDay(day)) return outcome(false, "", `CHANGELOG.md has ${version} on ${day}, which is no day`);
  const [, unreleased = ""] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## )/m.exec(text) ?? [];
  return outcome(
    unreleased.trim() === "",
    `${version} of ${day}`,
    "entries are left under Unreleased: move them below the version",
  );
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  // Date.parse takes 2026-02-30 as the second of March
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Migrations that were released are neither changed nor removed, and new ones have higher numbers. */
export function checkMigrations(tree: Tree): Outcome {
  const released = releasedMigrations(tree);
  if (released === null) return outcome(true, "no release yet, nothing to compare", "");
  const now = migrationDigests(tree.root);
  const changed = Object.keys(released).filter((name) => now[name] !== released[name]);
  const last = Object.keys(released).sort().at(-1) ?? "";
  const early = Object.keys(now).filter((name) => !(name in released) && name < last);
  const problems = [
    ...changed.map((name) => `${name} was changed or removed`),
    ...early.map((name) => `${name} is new, before ${last}`),
  ];
  const count = Object.keys(now).length - Object.keys(released).length;
  return outcome(
    problems.length === 0,
    `${Object.keys(released).length} as released, ${count} new`,
    problems.join("; "),
  );
}

function releasedMigrations({ root, previous }: Tree): Record<string, string> | null {
  if (previous !== null) {
    const names = git(root, "ls-tree", "--name-only", previous, `${MIGRATIONS}/`)
      .split("\n")
      .filter(isMigration);
    return Object.fromEntries(
      names.map((name) => [
        name.slice(MIGRATIONS.length + 1),
        digest(git(root, "show", `${previous}:${name}`)),
      ]),
    );
  }
  const file = join(root, RECORD);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

export function migrationDigests(root: string): Record<string, string> {
  const names = readdirSync(join(root, MIGRATIONS)).filter(isMigration).sort();
  return Object.fromEntries(
    names.map((name) => [name, digest(readFileSync(join(root, MIGRATIONS, name), "utf8"))]),
  );
}

const isMigration = (name: string) => name.endsWith(".sql");
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** The version's database is kept as a dump, of its last migration, by which later versions test the upgrade. */
export function checkDump({ root }: Tree): Outcome {
  const { version } = manifestOf(root, "package.json");
  const migration =
    Object.keys(migrationDigests(root))
      .at(-1)
      ?.replace(/\.sql$/, "") ?? "";
  const list = join(root, UPGRADES, "dumps.json");
  const dumps = existsSync(list) ? keptDumps(list) : [];
  const own = dumps.find((dump) => dump.file.startsWith(`${version}-`) && dump.migration === migration);
  return outcome(
    own !== undefined && existsSync(join(root, UPGRADES, own.file)),
    `${own?.file}`,
    `no dump of ${version} with ${migration}: scripts/with-postgres.sh npm run release:dump`,
  );
}

/** Packages that are installed in production. */
export function checkAudit({ root }: Tree): Outcome {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { cwd: root, encoding: "utf8" });
  const counts = parse(stdout)?.metadata?.vulnerabilities;
  if (!counts) return outcome(false, "", "the registry does not answer npm audit: run it where it does");
  const { low, moderate, high, critical } = counts;
  return outcome(
    high + critical === 0,
    `${low} low, ${moderate} moderate`,
    `${high} high, ${critical} critical: npm audit --omit=dev`,
  );
}

/** The tests that compare .env.example, settings and documents with the code. */
export function checkDocuments({ root }: Tree): Outcome {
  const files = ["src/system/get-system.configuration.test.ts", "test/documents.test.ts"];
  const { status, stdout } = spawnSync(
    "npx",
    ["vitest", "run", "--root", "server", "--project", "embedded", ...files],
    {
      ...{ cwd: root, encoding: "utf8", env: { ...process.env, DATABASE_URL: "" } },
    },
  );
  const failed = stdout.split("\n").filter((line) => /^\s*(FAIL|×)/.test(line));
  return outcome(
    status === 0,
    ".env.example, settings and documents agree",
    failed.slice(0, 3).join("; ") || "the tests did not run",
  );
}

type Counts = { low: number; moderate: number; high: number; critical: number };

function parse(text: string): { metadata?: { vulnerabilities?: Counts } } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type PackageFile = {
  version: string;
  workspaces?: string[];
  packages?: Record<string, { version?: string }>;
};

function manifestOf(root: string, path: string): PackageFile {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

export function git(root: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1_048_576,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

export function outcome(passed: boolean, yes: string, no: string): Outcome {
  return { passed, detail: passed ? yes : no };
}
