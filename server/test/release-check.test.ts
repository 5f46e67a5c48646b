import { execFileSync, spawnSync } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deployedVersions } from "../../scripts/release-check/deployed-versions.ts";
import { removeFolder } from "./harness/remove-folder.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SCRIPT = `${ROOT}scripts/release-check/release-check.ts`;

// Each check on a tree of a few files, whole and broken.
describe("release:check", () => {
  let root: string;
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: root,
    });
  const setVersion = async (version: string) => {
    await put("package.json", JSON.stringify({ version, workspaces: ["server"] }));
    await put("server/package.json", JSON.stringify({ version }));
    await put("package-lock.json", JSON.stringify({ packages: { "": { version }, server: { version } } }));
    await setDeployed(version);
    await put(
      "CHANGELOG.md",
      `# Changelog\n\n## [Unreleased]\n\n## [${version}] - 2026-12-01\n\n### Added\n\n- All of it.\n`,
    );
  };
  const setDeployed = async (version: string, appVersion = version) => {
    await put(
      "deploy/helm/lintel/Chart.yaml",
      `name: lintel\nversion: ${version}\nappVersion: ${appVersion}\n`,
    );
    await put("deploy/container/Dockerfile", `FROM debian\nARG VERSION=${version}\nARG REVISION=unknown\n`);
  };
  const keepDump = async (version: string, migration: string) => {
    const file = `${version}-${migration.slice(0, 4)}.sql.zst`;
    await put(`server/test/upgrades/${file}`, "rows");
    await put(
      "server/test/upgrades/dumps.json",
      JSON.stringify([{ file, migration, reference: `v${version}` }]),
    );
  };
  const commit = () => git("add", "-A") && git("commit", "-qm", "All");
  const check = () => {
    const only = "--only=tree,versions,deployment,changelog,migrations,dump";
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, `--root=${root}`, only], {
      encoding: "utf8",
    });
    const failed = [...stdout.matchAll(/^FAILED {2}(\w+) +(.*)$/gm)].map(
      ([, name, detail]) => `${name}: ${detail}`,
    );
    return { status, failed };
  };
  let ready: string;
  beforeAll(async () => {
    ready = await mkdtemp(join(tmpdir(), "lintel-release-"));
    root = ready;
    git("init", "-q");
    await setVersion("1.0.0");
    await put("server/migrations/0001-first.sql", "create table a ();\n");
    commit();
    git("tag", "v1.0.0");
    await setVersion("1.1.0");
    await put("server/migrations/0002-second.sql", "create table b ();\n");
    await keepDump("1.1.0", "0002-second");
    commit();
  });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "lintel-release-"));
    await cp(ready, root, { recursive: true });
  });
  afterEach(() => removeFolder(root));
  afterAll(() => removeFolder(ready));

  it("passes a tree that is ready", () => {
    expect(check()).toEqual({ status: 0, failed: [] });
  });

  it.each<[string, () => Promise<unknown> | unknown, string]>([
    [
      "a change that is not committed",
      () => appendFile(join(root, "CHANGELOG.md"), "\n"),
      "tree: not committed: CHANGELOG.md",
    ],
    [
      "the old version",
      async () => {
        await setVersion("1.0.0");
        await keepDump("1.0.0", "0002-second");
        commit();
      },
      "versions: 1.0.0 is not above 1.0.0",
    ],
    [
      "a workspace of another version",
      () => put("server/package.json", '{"version":"1.0.0"}').then(commit),
      "versions: not 1.1.0: server 1.0.0 (locked 1.1.0)",
    ],
    [
      "a chart whose image is of the previous version",
      () => setDeployed("1.1.0", "1.0.0").then(commit),
      "deployment: not 1.1.0: deploy/helm/lintel/Chart.yaml appVersion 1.0.0: npm run version",
    ],
    [
      "a Dockerfile without the version",
      () => put("deploy/container/Dockerfile", "FROM debian\n").then(commit),
      "deployment: not 1.1.0: deploy/container/Dockerfile ARG VERSION missing: npm run version",
    ],
    [
      "a changelog without the version",
      () => put("CHANGELOG.md", "# Changelog\n\n## [1.1.0]\n").then(commit),
      'changelog: CHANGELOG.md has no line "## [1.1.0] - YYYY-MM-DD"',
    ],
    ...["2026-99-99", "2026-02-30"].map((day): [string, () => Promise<unknown>, string] => [
      `${day} as the day of the version`,
      () => put("CHANGELOG.md", `## [1.1.0] - ${day}\n`).then(commit),
      `changelog: CHANGELOG.md has 1.1.0 on ${day}, which is no day`,
    ]),
    [
      "entries that are not released",
      () => put("CHANGELOG.md", "## [Unreleased]\n\n- More.\n\n## [1.1.0] - 2026-12-01\n").then(commit),
      "changelog: entries are left under Unreleased: move them below the version",
    ],
    [
      "a released migration that was edited",
      () => appendFile(join(root, "server/migrations/0001-first.sql"), "-- more\n").then(commit),
      "migrations: 0001-first.sql was changed or removed",
    ],
    [
      "a released migration that is gone",
      () => rm(join(root, "server/migrations/0001-first.sql")).then(commit),
      "migrations: 0001-first.sql was changed or removed",
    ],
    [
      "a new migration before a released one",
      () => put("server/migrations/0000-early.sql", "select 1;\n").then(commit),
      "migrations: 0000-early.sql is new, before 0001-first.sql",
    ],
    [
      "a dump of the previous version",
      () => keepDump("1.0.0", "0002-second").then(commit),
      "dump: no dump of 1.1.0 with 0002-second: scripts/with-postgres.sh npm run release:dump",
    ],
    [
      "a dump from before the last migration",
      () => keepDump("1.1.0", "0001-first").then(commit),
      "dump: no dump of 1.1.0 with 0002-second: scripts/with-postgres.sh npm run release:dump",
    ],
    [
      "a dump that is listed and not there",
      () => rm(join(root, "server/test/upgrades/1.1.0-0002.sql.zst")).then(commit),
      "dump: no dump of 1.1.0 with 0002-second: scripts/with-postgres.sh npm run release:dump",
    ],
  ])("fails on %s", async (_what, breakIt, failure) => {
    await breakIt();
    expect(check()).toEqual({ status: 1, failed: [failure] });
  });

  it.each([
    [["--only", "nosuch"], "There is no check nosuch. --only takes tree, versions, "],
    [["--against", "nosuchref"], "There is no commit nosuchref. --against takes a tag, a branch or a commit"],
    [["--bad"], "Unknown option '--bad'. It takes --only, --against and --record."],
  ])("refuses %j in one line", (options, message) => {
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, `--root=${root}`, ...options], {
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(message);
  });

  it("finds the version in the chart and the Dockerfile after npm version", async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    const version = scripts.version.replace("node scripts", `"${process.execPath}" ${ROOT}scripts`);
    await put("package.json", JSON.stringify({ name: "lintel", version: "1.0.0", scripts: { version } }));
    await setDeployed("1.0.0");
    execFileSync("npm", ["version", "1.2.0", "--no-git-tag-version", "--include-workspace-root"], {
      cwd: root,
    });
    expect(deployedVersions(root).map((place) => place.version)).toEqual(["1.2.0", "1.2.0", "1.2.0"]);
    expect(deployedVersions(ROOT).map((place) => place.version)).not.toContain(null);
  });

  it("compares migrations with recorded digests where there is no tag", async () => {
    git("tag", "-d", "v1.0.0");
    expect(check()).toEqual({ status: 0, failed: [] });
    spawnSync(process.execPath, [SCRIPT, `--root=${root}`, "--record"]);
    commit();
    expect(check()).toEqual({ status: 0, failed: [] });
    await appendFile(join(root, "server/migrations/0002-second.sql"), "-- more\n");
    commit();
    expect(check().failed).toEqual(["migrations: 0002-second.sql was changed or removed"]);
  });
});
