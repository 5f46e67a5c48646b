import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../test/harness/market.ts";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { copyEmbeddedDatabase } from "../../test/harness/test-database.ts";

/** As a user types them, on an embedded database of its own. */
describe("lintel sources", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-sources-"));
    environment = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()), DEMO: "false" };
    await copyEmbeddedDatabase(environment.DATA_DIR as string);
    const file = join(folder, "some.ndjson");
    await writeFile(file, `${JSON.stringify(home({ ListingId: "one" }))}\n`);
    await run("import", file, "--source", "my-mls");
  });
  afterAll(() => removeFolder(folder));

  const run = (...args: string[]) => lintel(args, environment).exit;
  const sources = (...args: string[]) => run("sources", ...args);

  it("lists the sources without a server, and removes one with --yes", async () => {
    expect((await sources("list")).stdout).toMatch(
      /^SOURCE +LISTINGS +FIRST IMPORT\nmy-mls +1 +\d{4}-.*Z\n$/,
    );
    expect(await sources("remove", "my-mls", "--yes")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Source my-mls is removed: 1 listings in \d+\.\d s\.\n$/),
    });
  });

  it("refuses to remove without a terminal and --yes", async () => {
    expect(await sources("remove", "my-mls")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "Cannot remove source my-mls: there is no terminal to ask for confirmation. Add --yes.\n",
    });
  });

  it("works beside a running server, and refuses a source that does not exist", async () => {
    const file = join(folder, "some.ndjson");
    const server = lintel(["serve"], environment);
    try {
      await server.waitForOutput("is ready at");
      expect((await sources("list")).stdout).toMatch(
        /^There are no sources\. Import one with: lintel import/,
      );
      expect((await run("import", file, "--source", "again")).status).toBe(0);
      expect((await sources("list")).stdout).toMatch(/\nagain +1 /);
      expect(await sources("remove", "never", "--yes")).toMatchObject({
        status: 1,
        stdout: "",
        stderr: "Source never not found: lintel sources list shows all sources.\n",
      });
      expect((await sources("remove", "again", "--yes")).status).toBe(0);
      expect((await sources("list")).stdout).toMatch(/^There are no sources/);
    } finally {
      server.child.kill("SIGTERM");
      await server.exit;
    }
  });
});
