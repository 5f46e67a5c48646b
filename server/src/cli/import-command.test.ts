import { access, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../test/harness/market.ts";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { copyEmbeddedDatabase } from "../../test/harness/test-database.ts";

/** As a user types it; the database is an embedded one of its own, which only one process can have open. */
describe("lintel import", { timeout: 180_000 }, () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-import-command-"));
    environment = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()), DEMO: "false" };
    await copyEmbeddedDatabase(join(folder, "data"));
  });
  afterAll(() => removeFolder(folder));

  const start = (...args: string[]) => lintel(["import", ...args], environment);
  const file = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const records = (count: number) =>
    Array.from({ length: count }, (_, at) => `${JSON.stringify(home({ ListingId: `row-${at}` }))}\n`).join(
      "",
    );

  it("shows with --dry-run what a file becomes, without a database", async () => {
    const map = await file(
      "dry.map.json",
      '{"columns":{"ListingId":"id","StandardStatus":"status","ListPrice":"price"},"constants":{"PropertyType":"Land"}}',
    );
    const csv = await file("dry.csv", "id,status,price,note\nd1,Active,5,x\nd2,Active,dear,\n");
    const environment = { DATA_DIR: join(folder, "never") };
    const dry = await lintel(["import", csv, "--map", map, "--dry-run"], environment).exit;
    expect([dry.status, dry.stdout.split("\n").map((line) => line.trim())]).toEqual([
      0,
      [
        "Source dry: nothing is stored (--dry-run)",
        "",
        "COLUMN  FIRST CELL  BECOMES                 VALUE",
        "id      d1          ListingId               d1",
        "status  Active      StandardStatus          Active",
        "price   5           ListPrice (US dollars)  5",
        "PropertyType            Land",
        "Not imported: note",
        "",
        "LISTING  STATUS  TYPE  PRICE  BEDS  BATHS  SQFT  ACRES  ADDRESS  CITY  STATE  ZIP  LISTED  SOLD  PHOTOS",
        expect.stringMatching(/^d1 +Active +Land +5 +0$/),
        "",
        "The file has",
        "2 rows",
        "1 valid",
        "1 rejected",
        "1 row, first in line 3: ListPrice must be a number",
        "",
      ],
    ]);
    await expect(access(environment.DATA_DIR)).rejects.toThrow("ENOENT");
    expect(
      await lintel(["import", csv, "--map", map, "--dry-run", "--replace"], environment).exit,
    ).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("--dry-run reads no stored listings"),
    });
  });

  it("lists the fields of a column map with --fields, and needs a file otherwise", async () => {
    const fields = await lintel(["import", "--fields"], { DATA_DIR: join(folder, "never") }).exit;
    expect([fields.status, fields.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^FIELD +TYPE +UNIT +EXAMPLE +NOTE\n[\s\S]*\nLivingArea +number +square feet +1850\n/,
      ),
    ]);
    expect(await start().exit).toMatchObject({
      status: 1,
      stderr: "Name the file to import: lintel import FILE\n",
    });
  });

  it("without a server exits with 0 when some rows are rejected, and with 2 when all are", async () => {
    const some = await file("some.ndjson", `${records(2)}{"ListingId":"incomplete"}\n`);
    expect(await start(some).exit).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^Source some: imported in .*\n +3 read\n +2 created\n[\s\S]* 1 rejected: see (.*)\nCorrect the rows in that file, then: lintel import \1\n$/,
      ),
    });
    const none = await file("none.ndjson", '{"ListingId":"incomplete"}\nnot JSON\n');
    expect(await start(none).exit).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(
        /^Source none: nothing imported in .*\n +2 read\n +0 created\n[\s\S]* 2 rejected: see .*none\.ndjson\.rejects\.ndjson\nAll rows were rejected\./,
      ),
    });
  });

  it("without a server stops at the first Ctrl-C with exit status 130, and the same command continues", async () => {
    const path = await file("long.ndjson", records(15_000));
    const first = start(path);
    // The first progress line: batches are stored from then on.
    const reported = new Promise<void>((resolve) => {
      first.child.stderr.on("data", (bytes) => {
        if (String(bytes).includes("Importing")) resolve();
      });
    });
    await Promise.race([reported, first.exit]);
    first.child.kill("SIGINT");
    const stopped = await first.exit;
    expect([stopped.status, stopped.stdout]).toEqual([
      130,
      expect.stringMatching(
        /^Source long: interrupted after [\s\S]*\nThe counted rows are stored\. To continue, run the same command again/,
      ),
    ]);
    expect(await start(path).exit).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/ 15,000 read\n[\s\S]* [1-9][\d,]* unchanged\n/),
    });
  });

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

    it("states that a file has no rows", async () => {
      const { status, stdout } = await start(await file("empty.ndjson", "\n")).exit;
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(/ 0 read\n[\s\S]*\nThe file has no rows\.\n$/),
      ]);
    });

    it("refuses a folder in place of the file, and what is not there, each in one line", async () => {
      expect(await start(folder).exit).toEqual({
        status: 1,
        stdout: "",
        stderr: `Cannot import ${folder}: it is a folder. Name one file in it.\n`,
      });
      const missing = join(folder, "missing.ndjson");
      expect(await start(missing).exit).toEqual({
        status: 1,
        stdout: "",
        stderr: `There is no file ${missing}\n`,
      });
    });

    it("names how to continue after a damaged file, beside the rows that are stored", async () => {
      const whole = gzipSync(records(1000));
      const cut = await file("cut.ndjson.gz", whole.subarray(0, whole.length - 200));
      const failed = await start(cut, "--source", "cut").exit;
      expect([failed.status, failed.stdout]).toEqual([1, ""]);
      expect(failed.stderr).toMatch(
        /\nStopped after [\d,]+ rows; the valid ones are stored\. Run the same command again to continue, .*\nThe gzip data ends too early/,
      );
      await file("cut.ndjson.gz", whole);
      const { status, stdout } = await start(cut, "--source", "cut").exit;
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(/ 1,000 read\n[\s\S]* [1-9][\d,]* unchanged\n/),
      ]);
    });

    it("removes with --replace what the file does not have, and exits with 3 when the guard holds", async () => {
      await start(await file("whole.ndjson", records(100)), "--source", "whole").exit;
      const part = await file("part.ndjson", records(40));
      const held = await start(part, "--source", "whole", "--replace").exit;
      expect([held.status, held.stdout]).toEqual([
        3,
        expect.stringMatching(
          /^Source whole: imported in [\s\S]*\n +40 unchanged\n +0 rejected\n +0 removed\nNothing was removed: the file lacks 60 of 100 listings of the source, more than 20 percent\. .* a removal guard of 60 percent\. To go on, run the same command with that --removal-guard\.\n$/,
        ),
      ]);
      const allowed = await start(part, "--source", "whole", "--replace", "--removal-guard", "60").exit;
      expect([allowed.status, allowed.stdout]).toEqual([0, expect.stringMatching(/\n +60 removed\n$/)]);
    });

    it("refuses a guard without --replace, and --replace with a rejects file", async () => {
      const path = await file("odd.ndjson", '{"ListingId":"incomplete"}\n');
      expect(await start(path, "--removal-guard", "50").exit).toEqual({
        status: 1,
        stdout: "",
        stderr: "--removal-guard has no effect without --replace: add it.\n",
      });
      await start(path).exit;
      expect(await start(`${path}.rejects.ndjson`, "--replace").exit).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          "A rejects file is not the whole source: import it without --replace\n",
        ),
      });
    });
  });
});
