import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";

const ADMIN = "bootstrap-key-of-the-folder-test";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("DATA_DIR", () => {
  let parent: string;
  let dataDir: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "lintel-modes-"));
    dataDir = join(parent, "data");
  });
  afterEach(() => removeFolder(parent));

  /** Whatever others may do something with, the folder itself included. */
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
    await server.says("http://");
    // While it runs: also what is there for that time only.
    await use(`http://127.0.0.1:${port}`);
    expect(openToOthers()).toEqual([]);
    server.child.kill("SIGTERM");
    const { status, stderr } = await server.exit;
    expect(status).toBe(0);
    return stderr;
  }

  it("is its user's alone after a first start, with the mail and the photos that come later", async () => {
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
  }, 180_000);

  it("is closed to others at the start where it exists with wider rights, and the log says so", async () => {
    mkdirSync(join(dataDir, "outbox"), { recursive: true });
    writeFileSync(join(dataDir, "outbox", "letter.eml"), "Dear");
    for (const path of ["", "outbox"]) chmodSync(join(dataDir, path), 0o755);
    chmodSync(join(dataDir, "outbox", "letter.eml"), 0o644);
    const stderr = await serveAWhile(async () => {});
    expect(stderr).toContain("data folder was open to other users, closed");
    expect(stderr).toContain('"tightened":3');
  }, 180_000);
});
