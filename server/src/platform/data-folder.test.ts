import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { openTestDatabase } from "../../test/harness/test-database.ts";
import { StartError } from "./config/config.ts";
import { secureDataFolder } from "./data-folder.ts";
import { openDatabase } from "./database/open-database.ts";
import type { Log } from "./log.ts";

const template = inject("template");
/** The server that these tests start has the embedded database on every project: once is enough. */
const servesHere = !("url" in template);
const OTHER_USER = 65_534;
const ADMIN = "bootstrap-key-of-the-folder-test";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function modeOf(path: string): number {
  return statSync(path).mode & 0o7777;
}

function writtenLog() {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  return { log: pino({ level: "warn" }, stream) as Log, lines: () => written.join("") };
}

function asOtherUser(work: () => void): void {
  process.seteuid?.(OTHER_USER);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}

describe("DATA_DIR", () => {
  let parent: string;
  let dataDir: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "lintel-modes-"));
    dataDir = join(parent, "data");
  });
  afterEach(() => removeFolder(parent));

  /** Paths that other users can access, including the folder. */
  function openToOthers(path = dataDir): string[] {
    const status = lstatSync(path);
    const below = status.isDirectory()
      ? readdirSync(path).flatMap((name) => openToOthers(join(path, name)))
      : [];
    const isOpen = !status.isSocket() && (status.mode & 0o077) !== 0;
    return isOpen
      ? [`${relative(dataDir, path) || "."} ${(status.mode & 0o777).toString(8)}`, ...below]
      : below;
  }

  async function serveAWhile(use: (url: string) => Promise<void>): Promise<string> {
    const port = await freePort();
    const environment = { DATA_DIR: dataDir, PORT: String(port), DEMO: "false", BOOTSTRAP_ADMIN_KEY: ADMIN };
    const server = lintel(["serve"], environment);
    await server.waitForOutput("http://");
    // While it runs: also what is there for that time only.
    await use(`http://127.0.0.1:${port}`);
    expect(openToOthers()).toEqual([]);
    server.child.kill("SIGTERM");
    const { status, stderr } = await server.exit;
    expect(status).toBe(0);
    return stderr;
  }

  it.runIf(servesHere)(
    "is its user's alone after a first start, with the mail and the photos that come later",
    async () => {
      await serveAWhile(async (url) => {
        const headers = { "x-api-key": ADMIN, "content-type": "application/json" };
        const post = async (path: string, body: object) => {
          const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
          expect(reply.status, path).toBeLessThan(300);
          return (await reply.json()) as { id: number };
        };
        const { id } = await post("/api/admin/brokerages", { slug: "home", name: "Home" });
        await post(`/api/admin/brokerages/${id}/domains`, { domain: "127.0.0.1" });
        const agent = { name: "Ada", slug: "ada", email: "ada@agents.test", brokerage_id: id };
        const { id: agentId } = await post("/api/admin/agents", agent);
        const form = new FormData();
        form.set("agent_id", String(agentId));
        form.set("file", new Blob([PIXEL], { type: "image/png" }), "ada.png");
        const photo = await fetch(`${url}/api/upload/agent-photo`, {
          method: "POST",
          headers: { "x-api-key": ADMIN },
          body: form,
        });
        expect(photo.status).toBe(200);
        const contact = {
          firstName: "Bob",
          lastName: "X",
          email: "bob@visitors.test",
          subject: "A",
          message: "B",
        };
        await post("/api/contact", contact);
        const outbox = join(dataDir, "outbox");
        await expect
          .poll(() => (existsSync(outbox) ? readdirSync(outbox).length : 0), { timeout: 60_000 })
          .toBeGreaterThan(0);
      });
    },
    180_000,
  );

  it("is left as it is where it is a folder that others use too, and what is made in it is private", () => {
    for (const mode of [0o755, 0o777, 0o1777]) {
      const shared = join(parent, `shared-${mode}`);
      mkdirSync(join(shared, "outbox"), { recursive: true });
      writeFileSync(join(shared, "of-another.txt"), "Dear");
      for (const path of ["", "outbox", "of-another.txt"]) chmodSync(join(shared, path), mode);
      const { log, lines } = writtenLog();
      secureDataFolder(shared, log);
      expect(modeOf(shared)).toBe(mode);
      expect(modeOf(join(shared, "of-another.txt"))).toBe(mode);
      expect(modeOf(join(shared, "outbox"))).toBe(0o700);
      expect(lines()).toContain("data folder stays open to other users");
    }
    const sticky = join(parent, "empty");
    mkdirSync(sticky);
    chmodSync(sticky, 0o1777);
    secureDataFolder(sticky, writtenLog().log);
    expect(modeOf(sticky)).toBe(0o1777);
  });

  it("may be a link: the folder it leads to is closed, and can be entered", () => {
    const target = join(parent, "target");
    mkdirSync(target);
    chmodSync(target, 0o755);
    symlinkSync(target, dataDir);
    secureDataFolder(dataDir, writtenLog().log);
    expect(modeOf(target)).toBe(0o700);
  });

  // A volume of Kubernetes belongs to root, with rights for all or for a group that the process is in.
  it.skipIf(process.getuid?.() !== 0)(
    "of another user is used as it is where it can be written, with a line in the log",
    () => {
      chmodSync(parent, 0o755);
      mkdirSync(join(dataDir, "outbox"), { recursive: true });
      for (const path of ["", "outbox"]) chmodSync(join(dataDir, path), 0o777);
      const { log, lines } = writtenLog();
      asOtherUser(() => {
        secureDataFolder(dataDir, log);
        writeFileSync(join(dataDir, "outbox", "letter.eml"), "Dear");
      });
      expect(lines()).toContain('"code":"EPERM"');
    },
  );

  it("that cannot be made or written ends the start with the embedded database, in a line that says what to do", async () => {
    writeFileSync(dataDir, "a file");
    const settings = { databaseUrl: null, dataDir: join(dataDir, "below") };
    const start = openDatabase(settings, writtenLog().log);
    await expect(start).rejects.toThrow(
      new StartError(`DATA_DIR (${settings.dataDir}) is a file, or below one: choose a folder.`),
    );
  });

  it.skipIf(!("url" in template))("that cannot be made is a warning beside PostgreSQL", async () => {
    writeFileSync(dataDir, "a file");
    const { databaseUrl, close } = await openTestDatabase();
    const { log, lines } = writtenLog();
    const database = await openDatabase({ databaseUrl, dataDir: join(dataDir, "below") }, log);
    await database.close();
    await close();
    expect(lines()).toContain("data folder unusable");
  });

  it.runIf(servesHere)(
    "is closed to others at the start where it exists with wider rights, and the log says so",
    async () => {
      mkdirSync(join(dataDir, "outbox"), { recursive: true });
      writeFileSync(join(dataDir, "outbox", "letter.eml"), "Dear");
      for (const path of ["", "outbox"]) chmodSync(join(dataDir, path), 0o755);
      chmodSync(join(dataDir, "outbox", "letter.eml"), 0o644);
      const stderr = await serveAWhile(async () => {});
      expect(stderr).toContain("data folder was open to other users, closed");
      expect(stderr).toContain('"tightened":3');
    },
    180_000,
  );
});
