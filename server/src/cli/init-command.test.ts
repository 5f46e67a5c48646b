import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { lintel } from "../../test/harness/run-lintel.ts";

const FLAGS = [
  ...["--name", "Acmé Realty", "--domain", "www.Homes.Example.com", "--broker", "Ada O'Neil"],
  ...["--broker-email", "ada@example.com", "--state", "wa", "--time-zone", "America/Los_Angeles"],
];

describe("lintel init", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-init-"));
    environment = { DATA_DIR: join(folder, "data"), INIT_CWD: folder, PORT: "0", DEMO: "false" };
  });
  afterAll(() => removeFolder(folder));

  it("names each flag that is missing or wrong, and makes nothing", async () => {
    const wrong = ["init", "--name", "Acme", "--broker-email", "ada", "--mail-from", "The Office"];
    const { status, stderr } = await lintel(wrong, environment).exit;
    expect(status).toBe(1);
    expect(stderr.split("\n").slice(0, -2)).toEqual([
      "Not created:",
      "  --domain is required",
      "  --broker is required",
      "  --state is required",
      "  --broker-email must be a valid email address",
      "  --mail-from must be an email address without a name, such as office@example.com.",
    ]);
    await expect(readFile(join(folder, "data", "secrets.json"))).rejects.toThrow("ENOENT");
  });

  it("makes a brokerage that answers on its domain and on localhost, and keys that work", async () => {
    // Without a newline at its end.
    await writeFile(join(folder, ".env"), "DEMO=false");
    const made = await lintel(["init", ...FLAGS, "--mail-from", "office@example.com"], environment).exit;
    expect([made.status, made.stderr]).toEqual([0, ""]);
    expect(made.stdout).toContain(
      "homes.example.com and localhost, times in America/Los_Angeles, lists show WA",
    );
    const [brokerKey, adminKey] = made.stdout.match(/lk_\w{40}/g) as string[];
    expect(await readFile(join(folder, ".env"), "utf8")).toBe("DEMO=false\nMAIL_FROM=office@example.com\n");

    const server = lintel(["serve"], environment);
    const output = await server.waitForOutput("/redoc");
    expect(output).not.toContain("lk_");
    expect(output).toContain("There are no listings yet");
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0] as string;
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const reply = await fetch(`${address}${path}`, { headers });
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    };
    expect(await get("/api/properties")).toMatchObject({ status: 200, body: { total: 0 } });
    const leadForm = {
      firstName: "Grace",
      lastName: "Hopper",
      email: "grace@visitors.test",
      subject: "Hello",
      message: "Hello",
    };
    const lead = await fetch(`${address}/api/contact`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(leadForm),
    });
    expect(lead.status).toBe(200);
    const leads = await get("/api/v1/admin/leads", { "x-api-key": brokerKey as string });
    expect(leads.body).toMatchObject({
      items: [{ email: "grace@visitors.test", assigned_agent: { name: "Ada O'Neil" } }],
    });
    const keys = await get("/api/admin/api-keys", { "x-api-key": adminKey as string });
    expect(keys.status).toBe(200);
    const settings = await get("/api/admin/brokerages/1/lead-settings", { "x-api-key": brokerKey as string });
    expect(settings.body).toMatchObject({ time_zone: "America/Los_Angeles" });

    // As the wrapper of an installed service runs it: into a file that the service does not read, nothing is written.
    const installed = {
      ...environment,
      LINTEL_SETTINGS_FILE: "/etc/lintel/lintel.env",
      MAIL_FROM: "old@example.com",
    };
    const second = [...FLAGS, "--slug", "second", "--mail-from", "new@example.com"].map((flag) =>
      flag === "www.Homes.Example.com" ? "second.example.com" : flag,
    );
    const { stdout } = await lintel(["init", ...second], installed).exit;
    expect(stdout).toContain(
      "Write MAIL_FROM=new@example.com to /etc/lintel/lintel.env in place of old@example.com, as root, then: systemctl restart lintel",
    );
    expect(stdout).toMatch(/^ {4}systemctl start lintel .*\n {4}lintel import listings\.ndjson/m);
    expect(stdout).not.toContain("npm ");
    expect(await readFile(join(folder, ".env"), "utf8")).toBe("DEMO=false\nMAIL_FROM=office@example.com\n");

    const again = await lintel(["init", ...FLAGS], environment).exit;
    expect([again.status, again.stderr]).toEqual([1, "Slug already exists\n"]);
    server.child.kill("SIGTERM");
    await server.exit;
  });
});
