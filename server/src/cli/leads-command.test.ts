import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { copyEmbeddedDatabase } from "../../test/harness/test-database.ts";
import { fileColumns } from "../leads/intake/import/legacy-lead.ts";
import { LEAD_COLUMNS } from "./leads-command.ts";

const ADMIN = "bootstrap-key-of-the-leads-command-test";

/** As a user types it; the database is an embedded one of its own, which only one process can have open. */
describe("lintel leads import", () => {
  let environment: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-leads-command-"));
    const port = String(await freePort());
    environment = { DATA_DIR: join(folder, "data"), PORT: port, DEMO: "false", BOOTSTRAP_ADMIN_KEY: ADMIN };
    await copyEmbeddedDatabase(environment.DATA_DIR as string);
    await writeFile(
      join(folder, "leads.csv"),
      "Email,First Name,Status,Agent Email\na@b.test,Ada,lost,\nwrong,Bob,,\nc@b.test,Cleo,,unknown@b.test\n",
    );
  });
  afterAll(() => removeFolder(folder));

  const leads = (...args: string[]) => lintel(["leads", ...args], environment).exit;
  const file = () => join(folder, "leads.csv");

  describe("beside a running server", () => {
    let server: ReturnType<typeof lintel>;
    beforeAll(async () => {
      server = lintel(["serve"], environment);
      await server.waitForOutput("is ready at");
    });
    afterAll(async () => {
      server.child.kill("SIGTERM");
      await server.exit;
    });

    it("says what became of the rows, and where the bad ones are", async () => {
      const call = async (path: string, body?: object) => {
        const response = await fetch(`http://127.0.0.1:${environment.PORT}${path}`, {
          method: body ? "POST" : "GET",
          headers: { "x-api-key": ADMIN, "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        });
        return response.json();
      };
      await call("/api/admin/brokerages", { slug: "acme", name: "Acme Realty" });
      const { status, stdout, stderr } = await leads("import", file(), "--brokerage", "acme");
      expect([status, stdout.replace(/\d+\.\d s/, "N s")]).toEqual([
        0,
        [
          "Leads of Acme Realty: imported in N s",
          "         3 read",
          "         2 created",
          "         0 unchanged",
          `         1 rejected: see ${file()}.rejects.csv`,
          "No active agent has these addresses, so their leads are unassigned: unknown@b.test",
          "",
        ].join("\n"),
      ]);
      expect(stderr).toMatch(/Importing .*100%.* 3 leads/);
      expect(await readFile(`${file()}.rejects.csv`, "utf8")).toBe(
        "line,reasons,Email,First Name,Status,Agent Email\n3,email must be a valid email address,wrong,Bob,,\n",
      );
      const { items } = (await call("/api/v1/admin/leads?sort=stage")) as { items: { stage: string }[] };
      expect(items.map(({ stage }) => stage)).toEqual(["NEW", "ARCHIVED"]);
    });

    it.each([
      [
        "a brokerage that there is not",
        ["leads.csv", "--brokerage", "x"],
        /^There is no brokerage x: GET \/api\//,
      ],
      ["no brokerage", ["leads.csv"], /required option '--brokerage <slug>'/],
      ["a file that is not there", ["none.csv", "--brokerage", "acme"], /^There is no file .*none\.csv\n$/],
      ["no file", ["--brokerage", "acme"], /missing required argument 'file'/],
    ])("refuses %s, and says what is wanted", async (_name, [first, ...rest], reason) => {
      const path = first?.endsWith(".csv") ? join(folder, first) : (first as string);
      const { status, stdout, stderr } = await leads("import", path, ...(rest as string[]));
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(reason);
    });

    it("refuses a folder in place of the file, in one line", async () => {
      const { status, stdout, stderr } = await leads("import", folder, "--brokerage", "acme");
      expect([status, stdout, stderr]).toEqual([
        1,
        "",
        `Cannot import ${folder}: it is a folder. Name one file in it.\n`,
      ]);
    });

    it("exits with 2 when all rows are rejected", async () => {
      const path = join(folder, "wrong.csv");
      await writeFile(path, "Email,First Name\nwrong,Ada\nworse,Bob\n");
      const { status, stdout } = await leads("import", path, "--brokerage", "acme");
      expect([status, stdout]).toEqual([
        2,
        expect.stringMatching(
          /: nothing imported in .*\n +2 read\n[\s\S]* 2 rejected: see .*\nAll rows were rejected\./,
        ),
      ]);
    });

    it("names its columns in its help", async () => {
      const { stdout } = await leads("import", "--help");
      expect(stdout).toContain(LEAD_COLUMNS.trim());
      expect(fileColumns.filter((column) => !new RegExp(`\\b${column}\\b`).test(LEAD_COLUMNS))).toEqual([]);
    });
  });

  it("works without a server, and changes nothing the second time", async () => {
    const { status, stdout } = await leads("import", file(), "--brokerage", "acme");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/ 0 created\n +2 unchanged\n +1 rejected/)]);
  });
});
