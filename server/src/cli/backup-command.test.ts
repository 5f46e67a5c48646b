import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";

const KEY = "an-admin-key-of-the-test-of-backup-files";

describe("lintel backup and restore", { timeout: 120_000 }, () => {
  let folder: string;
  let environment: Record<string, string>;
  let server: ReturnType<typeof lintel>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-backup-"));
    environment = {
      ...{ DATA_DIR: join(folder, "data"), INIT_CWD: folder, PORT: String(await freePort()) },
      ...{ BOOTSTRAP_ADMIN_KEY: KEY, DEMO: "false" },
    };
    server = lintel(["serve"], environment);
    await server.waitForOutput("/redoc");
  }, 120_000);
  afterAll(async () => {
    server.child.kill("SIGTERM");
    await server.exit;
    await removeFolder(folder);
  });

  const run = (args: string[], settings = {}) => lintel(args, { ...environment, ...settings }).exit;
  const refusal = async (args: string[], settings = {}) => {
    const { status, stdout, stderr } = await run(args, settings);
    expect([status, stdout]).toEqual([1, ""]);
    return stderr;
  };

  it("writes a file for its user alone, beside the running server, and restores it to a server that has its key", async () => {
    const { status, stdout } = await run(["backup", "first.tar.zst"]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Backup of \S+Z: .*requests waited \d+ ms/)]);
    expect((await stat(join(folder, "first.tar.zst"))).mode & 0o777).toBe(0o600);
    expect(await readdir(environment.DATA_DIR!)).not.toContain("backup.tmp");
    const settings = {
      DATA_DIR: join(folder, "restored"),
      BOOTSTRAP_ADMIN_KEY: "",
      PORT: String(await freePort()),
    };
    expect((await run(["restore", "first.tar.zst"], settings)).status).toBe(0);
    const copy = lintel(["serve"], { ...environment, ...settings });
    await copy.waitForOutput("/redoc");
    const reply = await fetch(`http://127.0.0.1:${settings.PORT}/api/admin/system`, {
      headers: { "x-api-key": KEY },
    });
    expect(reply.status).toBe(200);
    copy.child.kill("SIGTERM");
    await copy.exit;
    // Without a server, of the same folder.
    expect((await run(["backup", "second.tar.zst"], settings)).status).toBe(0);
  });

  it("writes over nothing, and says what is wrong with a name", async () => {
    await mkdir(join(folder, "taken"));
    expect(await refusal(["backup", "taken"])).toBe(
      `${join(folder, "taken")} exists already. Choose another name, or move it away.\n`,
    );
    expect(await refusal(["backup", "no/such/folder"])).toContain("its folder does not exist");
    expect(await refusal(["backup", join(environment.DATA_DIR!, "inside")])).toContain("is in DATA_DIR");
    expect(await refusal(["backup", "none"], { DATA_DIR: join(folder, "nowhere") })).toBe(
      `There is no embedded database in DATA_DIR (${join(folder, "nowhere")}).\n`,
    );
  });

  it("restores neither a missing file nor a folder, nor into the folder of a running server", async () => {
    expect(await refusal(["restore", "missing"])).toBe(`There is no file ${join(folder, "missing")}.\n`);
    expect(await refusal(["restore", "taken"])).toBe(
      `Cannot restore ${join(folder, "taken")}: it is a folder. Name a backup in it.\n`,
    );
    await symlink("loop", join(folder, "loop"));
    expect(await refusal(["restore", "loop"])).toBe(
      `Cannot restore ${join(folder, "loop")}: it cannot be looked up (ELOOP).\n`,
    );
    expect(await refusal(["backup", "none"], { DATA_DIR: join(folder, "loop") })).toContain("(ELOOP)");
    expect(await refusal(["restore", "first.tar.zst"])).toBe(
      `Lintel is running on ${environment.DATA_DIR} (process ${server.child.pid}). Stop it, or set DATA_DIR to another folder, then run lintel restore again.\n`,
    );
  });

  it("names PostgreSQL's own commands where DATABASE_URL is set", async () => {
    const settings = { DATABASE_URL: "postgres://127.0.0.1:1/lintel" };
    expect(await refusal(["backup", "x"], settings)).toContain(
      'pg_dump --format=custom --file=lintel.dump "$DATABASE_URL"',
    );
    expect(await refusal(["restore", "x"], settings)).toContain("pg_restore --no-owner --exit-on-error");
  });

  it("leaves nothing of a backup that is interrupted", async () => {
    const { child, exit } = lintel(["backup", "interrupted"], environment);
    await vi.waitFor(() => expect(existsSync(join(environment.DATA_DIR!, "backup.tmp"))).toBe(true), 30_000);
    child.kill("SIGINT");
    const { status, stdout } = await exit;
    expect([status, stdout]).toEqual([130, "Interrupted. No backup was written; run lintel backup again.\n"]);
    expect((await readdir(folder)).filter((name) => name.startsWith("interrupted"))).toEqual([]);
    await expect.poll(() => readdir(environment.DATA_DIR!)).not.toContain("backup.tmp");
  });

  it.skipIf(!canMount())("leaves nothing on a full disk, and says so", async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
    try {
      expect(await refusal(["backup", "disk/file"])).toMatch(/Cannot write .*: its disk is full\. Make room/);
      expect(await readdir(disk)).toEqual([]);
      const settings = { DATA_DIR: join(disk, "data") };
      expect(await refusal(["restore", "first.tar.zst"], settings)).toMatch(
        /^Cannot restore: the disk of DATA_DIR/,
      );
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });

  it("a server that is stopped while its backup is written ends the command, which says so and leaves no file", async () => {
    const dataDir = environment.DATA_DIR!;
    // What takes a while to compress.
    await writeFile(join(dataDir, "files", "large.jpg"), randomBytes(200 * 1_048_576));
    const { child, exit } = lintel(["backup", "stopped"], environment);
    while (!existsSync(join(folder, "stopped.part")) || !existsSync(join(dataDir, "backup.tmp/lintel.json")))
      await delay(5);
    child.kill("SIGSTOP");
    server.child.kill("SIGTERM");
    await server.exit;
    child.kill("SIGCONT");
    const { status, stderr } = await exit;
    expect([status, stderr.trim().split("\n").at(-1)]).toEqual([
      1,
      "The running server ended before the command was done; see its log.",
    ]);
    expect((await readdir(folder)).filter((name) => name.startsWith("stopped"))).toEqual([]);
  });
});

function canMount(): boolean {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
