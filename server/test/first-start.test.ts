import { once } from "node:events";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "./harness/remove-folder.ts";
import { freePort, lintel } from "./harness/run-lintel.ts";

const KING_COUNTY = fileURLToPath(new URL("../../examples/king-county/", import.meta.url));

describe("a first start on an empty folder", { timeout: 180_000 }, () => {
  let environment: Record<string, string>;
  let server: ReturnType<typeof lintel>;
  let output: string;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-first-"));
    environment = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()) };
    server = lintel(["serve"], environment);
    output = await server.waitForOutput("Admin API key");
  }, 120_000);
  afterAll(async () => {
    server.child.kill("SIGKILL");
    await server.exit;
    await removeFolder(join(environment.DATA_DIR as string, ".."));
  });

  it("prints three curl lines that work, and answers with demo listings", async () => {
    const addresses = [...output.matchAll(/curl '([^']+)'/g)].map((match) => match[1] as string);
    expect(addresses).toHaveLength(3);
    for (const address of addresses) {
      const response = await fetch(address);
      expect(response.status).toBe(200);
      const body = Object.values((await response.json()) as Record<string, unknown>);
      expect(body.filter((value) => Array.isArray(value) && value.length > 0)).toHaveLength(1);
    }
  });

  it("prints the address of the demo's website first, which shows its homes", async () => {
    const address = /Website\s+(http:\S+)/.exec(output)?.[1] as string;
    expect(address).toBe(`http://localhost:${environment.PORT}`);
    expect(output.indexOf("Website")).toBeLessThan(output.indexOf("curl"));
    const page = await fetch(address, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await page.text()).match(/data-listing=/g)).toHaveLength(4);
  });

  it("prints links that sign in once: the admin, a broker and two agents of the demo", async () => {
    const links = [...output.matchAll(/^ {4}(Admin|Broker|Agent)\b.*? {3}(http:\S+)$/gm)];
    expect(links.map(([, role]) => role)).toEqual(["Admin", "Broker", "Agent", "Agent"]);
    for (const [, role = "", url = ""] of links) {
      const { origin, pathname, hash } = new URL(url);
      expect([origin, pathname]).toEqual([`http://localhost:${environment.PORT}`, "/console/sign-in"]);
      const signIn = () =>
        fetch(`${origin}/api/auth/sessions`, {
          method: "POST",
          headers: { "content-type": "application/json", origin },
          body: JSON.stringify({ token: hash.replace("#token=", "") }),
        });
      const reply = await signIn();
      const { user } = (await reply.json()) as { user: { role: string } };
      expect([reply.status, user.role]).toEqual([201, role.toLowerCase()]);
      const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] as string;
      expect(cookie).toMatch(/^lintel_staff=/);
      expect((await fetch(`${origin}/api/admin/me`, { headers: { cookie } })).status).toBe(200);
      expect((await signIn()).status).toBe(401);
    }
  });

  it("mails a link to a broker who signs in later", async () => {
    const origin = `http://localhost:${environment.PORT}`;
    const { status } = await fetch(`${origin}/api/auth/email-links`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ email: "eleanor@sawtooth-snake.example" }),
    });
    expect(status).toBe(202);
    const outbox = join(environment.DATA_DIR as string, "outbox");
    const mails = async () => {
      const names = await readdir(outbox);
      const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
      const unfolded = texts.map((text) => text.replaceAll(/=\r?\n/g, ""));
      return unfolded.filter((text) => text.includes("eleanor@") && text.includes("/console/sign-in"));
    };
    await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1);
  });

  it("serves the photos it names", async () => {
    const address = /curl '([^']+city=[^']+)'/.exec(output)?.[1] as string;
    const { items } = (await (await fetch(address)).json()) as { items: { photos: string[] }[] };
    const photo = await fetch(items[0]?.photos[0] as string);
    expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });

  it("prints an admin key that imports listings, once", async () => {
    const key = /lk_\w{40}/.exec(output)?.[0] as string;
    const import_ = await fetch(
      `http://127.0.0.1:${environment.PORT}/api/admin/listings/import?source=hand`,
      {
        method: "POST",
        headers: { "x-api-key": key },
        body: '{"ListingId":"HAND-1","StandardStatus":"Active","PropertyType":"Land"}\n',
      },
    );
    expect(await import_.json()).toMatchObject({ read: 1, created: 1, rejected: 0 });
  });

  it("refuses a second server on the same folder, and says which process has it", async () => {
    const second = await lintel(["serve"], { ...environment, PORT: String(await freePort()) }).exit;
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(
      `is already running on ${environment.DATA_DIR} (process ${server.child.pid})`,
    );
  });

  it("lets a command beside it go through it", async () => {
    const csv = gunzipSync(await readFile(`${KING_COUNTY}kc_house_data.csv.gz`)).toString();
    const sales = join(environment.DATA_DIR as string, "..", "sales.csv");
    await writeFile(sales, `${csv.split("\n").slice(0, 1001).join("\n")}\n`);
    const args = ["import", sales, "--map", `${KING_COUNTY}map.json`];
    const { status, stdout } = await lintel(args, environment).exit;
    expect(status).toBe(0);
    // Eight homes were sold twice.
    expect(stdout).toMatch(/ 1,000 read\s+992 created/);
    const search = await fetch(`http://127.0.0.1:${environment.PORT}/api/properties?state=WA`);
    expect(((await search.json()) as { total: number }).total).toBe(992);
  });

  it("passes a command's error on", async () => {
    const broken = join(environment.DATA_DIR as string, "broken.csv");
    await writeFile(broken, "a,b\n1,2\n");
    const { status, stderr } = await lintel(["import", broken], environment).exit;
    expect([status, stderr.trim()]).toEqual([1, "A CSV needs a column map: add --map MAP.json"]);
  });

  it("says plainly when a command's rejects file cannot be written, and goes on serving", async () => {
    const { status, stderr } = await lintel(["import", "/proc/version", "--source", "none"], environment)
      .exit;
    expect(status).toBe(1);
    expect(stderr).toMatch(/rejects file .* cannot be written/);
    expect((await fetch(`http://127.0.0.1:${environment.PORT}/health`)).status).toBe(200);
  });

  it("answers 404 for a file that is not there, and for a path that leaves the folder", async () => {
    for (const path of ["/files/missing.jpg", "/files/demo", "/files/%2e%2e/secrets", "/files/%00"]) {
      const reply = await fetch(`http://127.0.0.1:${environment.PORT}${path}`);
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });

  it("finishes what is under way when it is asked to stop, starts again with everything, and shows no key again", async () => {
    server.child.kill("SIGTERM");
    expect((await server.exit).status).toBe(0);
    server = lintel(["serve"], environment);
    const again = await server.waitForOutput("/redoc");
    expect(again).not.toContain("lk_");
    expect(again).toMatch(/3,[89]\d\d public listings/);
  });

  it("recovers by itself after kill -9", async () => {
    server.child.kill("SIGKILL");
    await server.exit;
    server = lintel(["serve"], environment);
    expect(await server.waitForOutput("/redoc")).toMatch(/3,[89]\d\d public listings/);
  });
});

describe("a first start that is stopped while it makes the demo", { timeout: 180_000 }, () => {
  it("is not ready and shows no key, which the next start shows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-stopped-"));
    const environment = { DATA_DIR: join(folder, "data"), PORT: "0" };
    const stopped = lintel(["serve"], environment);
    await expect.poll(() => stopped.written(), { timeout: 60_000 }).toContain("creating the demo brokerage");
    stopped.child.kill("SIGTERM");
    expect(await stopped.exit).toMatchObject({ status: 0, stdout: "" });
    const next = lintel(["serve"], { ...environment, DEMO: "false" });
    expect(await next.waitForOutput("Admin API key")).toMatch(/^ {4}Admin .*#token=/m);
    next.child.kill("SIGTERM");
    await next.exit;
    await removeFolder(folder);
  });
});

describe("a first start with BOOTSTRAP_ADMIN_KEY", { timeout: 120_000 }, () => {
  it("prints a link that signs in once as that key, and a later start none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-bootstrap-"));
    const port = String(await freePort());
    const BOOTSTRAP_ADMIN_KEY = "an-admin-key-of-32-characters-or-more";
    const environment = { DATA_DIR: join(folder, "data"), PORT: port, DEMO: "false", BOOTSTRAP_ADMIN_KEY };
    const stop = async ({ child, exit }: ReturnType<typeof lintel>) => {
      child.kill("SIGTERM");
      await exit;
    };
    const first = lintel(["serve"], environment);
    const [, token] = /^ {4}Admin .*#token=([\w-]+)$/m.exec(await first.waitForOutput("#token=")) ?? [];
    const redeem = () =>
      fetch(`http://localhost:${port}/api/auth/sessions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token }),
      });
    const reply = await redeem();
    expect([reply.status, ((await reply.json()) as { user: object }).user]).toEqual([
      201,
      expect.objectContaining({ role: "admin", email: "bootstrap" }),
    ]);
    expect((await redeem()).status).toBe(401);
    await stop(first);
    const second = lintel(["serve"], environment);
    await second.waitForOutput("Mail (");
    await stop(second);
    expect(await second.waitForOutput("Mail (")).not.toContain("#token=");
    await removeFolder(folder);
  });
});

describe("a start that cannot be", { timeout: 180_000 }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-refused-"));
  });
  afterAll(() => removeFolder(folder));

  it("on a port that is in use ends before anything is made; the next start shows its key, and the command line makes another", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const environment = { DATA_DIR: join(folder, "data"), DEMO: "false", PORT: "0" };
    const { status, stderr } = await lintel(["serve"], { ...environment, PORT: String(port) }).exit;
    expect([status, stderr]).toEqual([
      1,
      `Port ${port} is in use. Choose another: PORT=${port + 1} npm start\n`,
    ]);
    expect(await readdir(folder)).toEqual([]);
    taken.close();

    const server = lintel(["serve"], environment);
    const output = await server.waitForOutput("Admin API key");
    expect(output).toContain("npm run lintel -- init");
    const lost = /lk_\w{40}/.exec(output)?.[0] as string;
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0] as string;
    const reset = await lintel(["keys", "reset-admin"], environment).exit;
    const found = /lk_\w{40}/.exec(reset.stdout)?.[0] as string;
    expect([reset.status, reset.stdout.includes("The previous one is revoked.")]).toEqual([0, true]);
    const replies = await Promise.all(
      [lost, found].map((key) => fetch(`${address}/api/admin/api-keys`, { headers: { "x-api-key": key } })),
    );
    expect(replies.map((reply) => reply.status)).toEqual([401, 200]);
    server.child.kill("SIGTERM");
    await server.exit;
  });

  it.each([
    ["a file", "file", "is a file, or below one: choose a folder."],
    ["below a file", "file/data", "is a file, or below one: choose a folder."],
    ["/proc", "/proc/lintel", "is where no files can be made: choose another folder."],
  ])("in a data folder that is %s ends with one clear line", async (_case, place, problem) => {
    await writeFile(join(folder, "file"), "");
    const dataDir = place.startsWith("/") ? place : join(folder, place);
    const { status, stderr } = await lintel(["serve"], { DATA_DIR: dataDir, PORT: "0" }).exit;
    expect([status, stderr]).toEqual([1, `DATA_DIR (${dataDir}) ${problem}\n`]);
  });

  it("on an address of another machine ends with one clear line", async () => {
    const environment = { DATA_DIR: join(folder, "elsewhere"), HOST: "192.0.2.1", PORT: "8000" };
    const { status, stderr } = await lintel(["serve"], environment).exit;
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Cannot listen on 192\.0\.2\.1:8000 \(EADDRNOTAVAIL\): HOST must be an address/);
    expect(await readdir(folder)).not.toContain("elsewhere");
  });

  it.each([
    [{ PORT: "eighty" }, "PORT must be a whole number from 0 to 65535."],
    [
      { DATABASE_URL: "mysql://x" },
      "DATABASE_URL must be an address that starts with postgres:// or postgresql://.",
    ],
    [
      { STORAGE_URL: "ftp://files" },
      "STORAGE_URL must be file:///folder or s3://KEY:SECRET@endpoint/bucket?region=us-east-1&tls=true.",
    ],
    [{ BOOTSTRAP_ADMIN_KEY: "short" }, "BOOTSTRAP_ADMIN_KEY must be 32 characters or more, in plain ASCII."],
  ])("%j ends with one clear line", async (environment, line) => {
    const { status, stderr } = await lintel(["serve"], { DATA_DIR: tmpdir(), PORT: "0", ...environment })
      .exit;
    expect([status, stderr]).toEqual([1, `${line}\n`]);
  });
});
