import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ArchiveEntry, archiveOf } from "../../../test/harness/hostile-archive.ts";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { StartError } from "../config/settings.ts";
import { migrationNames } from "../database/migrate.ts";
import { createLog } from "../log.ts";
import { VERSION } from "../version.ts";
import { finishRestore } from "./finish-restore.ts";
import { formatManifest, type Manifest, RESTORE_FOLDER } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeArchive } from "./write-archive.ts";

const NOTHING = "Nothing was restored.";
const OTHER_USER = 65_534;
const signal = new AbortController().signal;

// Archives of small folders in place of a database: what is refused never gets so far as to open one.
describe("restoreBackup", () => {
  let folder: string;
  let whole: Buffer;
  let manifest: Manifest;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-restore-"));
    const from = join(folder, "frozen");
    await mkdir(join(from, "postgres", "base"), { recursive: true });
    await mkdir(join(from, "postgres", "empty"));
    await mkdir(join(from, "files"));
    await writeFile(join(from, "postgres", "PG_VERSION"), "18\n");
    await writeFile(join(from, "postgres", "base", "1"), Buffer.alloc(20_000, "rows of a table "));
    await writeFile(join(from, "files", "photo.jpg"), Buffer.alloc(5000, "pixels"));
    await writeFile(join(from, "secrets.json"), "{}\n");
    const file = join(folder, "whole.tar.zst");
    manifest = await writeArchive({ from, to: file, moment: await moment(), signal, onBytes() {} });
    whole = await readFile(file);
  });
  afterAll(() => removeFolder(folder));

  const moment = async () => ({
    ...{ version: VERSION, taken_at: "2026-12-01T00:00:00.000Z", paused_ms: 1, tables: {}, left_out: [] },
    ...{ postgres: await postgresVersion(), migrations: await migrationNames() },
  });
  const postgresVersion = async () => {
    const { decodeCluster, initialClusterFile } = await import("../database/embedded/initial-cluster.ts");
    const { files } = decodeCluster(await readFile(initialClusterFile()));
    return Buffer.from(files.PG_VERSION!).toString().trim();
  };
  /** @returns the error's text, or "" for a restore. */
  const restore = async (bytes: Buffer, dataDir = join(folder, `data-${++count}`)) => {
    const file = join(folder, `archive-${count}`);
    await writeFile(file, bytes);
    const work = restoreBackup({ file, dataDir, log: createLog("fatal"), signal, report() {} });
    return work.then(
      () => "",
      (error: Error) => error.message,
    );
  };
  const present = (at = count) => existsSync(join(folder, `data-${at}`));

  it("restores every file, empty folders too, and leaves nothing else", async () => {
    expect(await restore(whole)).toBe("");
    const found = await readdir(join(folder, `data-${count}`), { recursive: true });
    expect(found.filter((name) => !name.startsWith("lock.sqlite")).sort()).toEqual([
      ...["files", "files/photo.jpg", "postgres", "postgres/PG_VERSION", "postgres/base"],
      ...["postgres/base/1", "postgres/empty", "secrets.json"],
    ]);
  });

  /** Every file by its path, without the lock. */
  const contents = async (at: string) => {
    const entries = await readdir(at, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("lock.sqlite"));
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
    return Promise.all(paths.map(async (path) => [path.slice(at.length), await readFile(path, "base64")]));
  };

  it("restores a file with a changed byte, or one that is cut short, exactly or not at all", async () => {
    expect(await restore(whole)).toBe("");
    const original = await contents(join(folder, `data-${count}`));
    let refusals = 0;
    const attempt = async (bytes: Buffer) => {
      const failure = await restore(bytes);
      // Some bits mean nothing: of the end of the archive, or of a compressed block.
      if (failure === "") return expect(await contents(join(folder, `data-${count}`))).toEqual(original);
      expect(failure).toMatch(/damaged|no backup/);
      expect(present()).toBe(false);
      refusals++;
    };
    const step = Math.max(1, Math.floor(whole.length / 30));
    for (let at = 0; at < whole.length; at += step) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 0x10;
      await attempt(changed);
      await attempt(whole.subarray(0, at));
    }
    for (const bytes of [1, 2, 4, 5, 8, 100]) await attempt(whole.subarray(0, -bytes));
    for (const more of ["\n", "text", whole]) await attempt(Buffer.concat([whole, Buffer.from(more)]));
    expect(refusals).toBeGreaterThan(58);
  });

  const withParts = (entries: ArchiveEntry[], parts = manifest.parts, changes: object = {}) =>
    archiveOf([
      { path: "lintel.json", content: formatManifest({ ...manifest, ...changes, parts }) },
      ...entries,
    ]);

  it.each<[string, ArchiveEntry[]]>([
    ["a path that leaves the folder", [{ path: "files/../../evil", content: "x" }]],
    ["an absolute path", [{ path: "/tmp/lintel-evil", content: "x" }]],
    ["a file beside the parts", [{ path: "server.json", content: "x" }]],
    ["a symbolic link", [{ path: "files/link", type: "SymbolicLink", linkpath: "/etc" }]],
    ["a hard link", [{ path: "files/link", type: "Link", linkpath: "secrets.json" }]],
    ["a device", [{ path: "files/device", type: "CharacterDevice" }]],
    ["more bytes than are stated", [{ path: "secrets.json", content: Buffer.alloc(1_000_000) }]],
    ["more files than are stated", ["a", "b", "c"].map((name) => ({ path: `files/${name}`, content: "" }))],
  ])("refuses %s", async (_what, entries) => {
    expect(await restore(withParts(entries))).toMatch(
      new RegExp(`^The backup is (refused|damaged).*${NOTHING}`),
    );
    expect([present(), existsSync("/tmp/lintel-evil"), existsSync(join(folder, "evil"))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("refuses a bomb: gigabytes of zeros after its entries, and parts larger than the disk", async () => {
    const bomb = Buffer.concat([
      withParts([]),
      ...Array(8).fill(archiveOf([{ path: "files/z", content: Buffer.alloc(120_000_000) }])),
    ]);
    expect(await restore(bomb)).toMatch(/refused|damaged/);
    const huge = manifest.parts.map((part) => ({ ...part, bytes: 1e15 }));
    expect(await restore(withParts([], huge))).toMatch(
      /^Cannot restore: the disk of DATA_DIR .* needs \d+ MB\. Make room/,
    );
    expect(present()).toBe(false);
  });

  it("refuses what is no backup, and backups of newer versions", async () => {
    for (const bytes of [Buffer.from('{"a": 1}'), gzipSync("text"), Buffer.from([0x28, 0xb5])])
      expect(await restore(bytes)).toBe(
        "The file is no backup of Lintel: it is not compressed by Zstandard.",
      );
    expect(await restore(Buffer.alloc(0))).toBe("The file is no backup of Lintel: it is empty.");
    expect(await restore(archiveOf([{ path: "other", content: "x" }]))).toBe(
      "The file is no backup of Lintel: its first entry is not lintel.json.",
    );
    expect(await restore(archiveOf([{ path: "lintel.json", content: "[]" }]))).toContain("is not valid");
    const newer = "made by a newer version of Lintel";
    expect(await restore(withParts([], manifest.parts, { format: 2 }))).toContain(newer);
    expect(await restore(withParts([], manifest.parts, { version: "99.0.0" }))).toContain(newer);
    expect(await restore(withParts([], manifest.parts, { migrations: ["9999-later"] }))).toContain(
      `${newer} (${VERSION}, with 9999-later)`,
    );
    expect(await restore(withParts([], manifest.parts, { postgres: "12" }))).toContain("PostgreSQL 12");
  });

  it("refuses a folder with data, names what is in it, and changes nothing there", async () => {
    const dataDir = join(folder, "used");
    await mkdir(join(dataDir, "outbox"), { recursive: true });
    expect(await restore(whole, dataDir)).toBe(
      `DATA_DIR (${dataDir}) is not empty: it has outbox. Move it away (mv '${dataDir}' '${dataDir}.old') or set DATA_DIR to another folder, then run lintel restore again.`,
    );
    expect(await readdir(dataDir)).toEqual(["outbox"]);
  });

  it("says what to do where this user may not create the folder, or not read it", async () => {
    const parent = join(folder, "of-root");
    const dataDir = join(parent, "data");
    await mkdir(parent, { mode: 0o555 });
    await chmod(folder, 0o755);
    const isRoot = process.getuid?.() === 0;
    const refused = async () => {
      if (isRoot) process.seteuid?.(OTHER_USER);
      try {
        const options = { file: join(folder, "any"), dataDir, log: createLog("fatal"), signal, report() {} };
        await restoreBackup(options);
      } finally {
        if (isRoot) process.seteuid?.(0);
      }
    };
    await expect(refused()).rejects.toThrow(
      new StartError(
        `DATA_DIR (${dataDir}) cannot be created: create it as root for the user who runs Lintel (install -d -o USER -m 0700 '${dataDir}'), or choose another folder.`,
      ),
    );
    await chmod(parent, 0o755);
    await mkdir(dataDir, { mode: isRoot ? 0o700 : 0o500 });
    await expect(refused()).rejects.toThrow(
      new StartError(
        `DATA_DIR (${dataDir}) cannot be written: give the folder to the user who runs Lintel, or choose another.`,
      ),
    );
  });

  it("a restore that was killed between its moves stops a start, and is repeated", async () => {
    const dataDir = join(folder, "killed");
    await mkdir(join(dataDir, RESTORE_FOLDER), { recursive: true });
    await writeFile(join(dataDir, "secrets.json"), "those of the backup");
    await expect(finishRestore(dataDir)).rejects.toThrow(/was interrupted\. Run lintel restore/);
    expect(await restore(whole, dataDir)).toBe("");
    await finishRestore(dataDir);
    expect(await readFile(join(dataDir, "secrets.json"), "utf8")).toBe("{}\n");
    // Killed after its last move.
    await mkdir(join(dataDir, RESTORE_FOLDER));
    await finishRestore(dataDir);
    expect(await readdir(dataDir)).not.toContain(RESTORE_FOLDER);
  });
});
