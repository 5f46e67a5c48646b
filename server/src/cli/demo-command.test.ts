import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { copyEmbeddedDatabase } from "../../test/harness/test-database.ts";

const ADMIN = "bootstrap-key-of-the-demo-command-test";
const LISTINGS = 3000;

/** As a user types it; the database is an embedded one of its own, which only one process can have open. */
describe("lintel demo", { timeout: 180_000 }, () => {
  let environment: Record<string, string>;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-demo-"));
    const port = String(await freePort());
    environment = { DATA_DIR: join(folder, "data"), PORT: port, DEMO: "false", BOOTSTRAP_ADMIN_KEY: ADMIN };
    await copyEmbeddedDatabase(environment.DATA_DIR as string);
  });
  afterAll(() => removeFolder(join(environment.DATA_DIR as string, "..")));

  const call = async (path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${environment.PORT}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "x-api-key": ADMIN, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };

  it("leaves other brokerages their domains, and adds nothing beside a demo", async () => {
    const server = lintel(["serve"], environment);
    await server.waitForOutput("is ready at");
    try {
      const own = (await call("/api/admin/brokerages", { slug: "acme", name: "Acme Realty" })) as {
        id: number;
      };
      await call(`/api/admin/brokerages/${own.id}/domains`, { domain: "localhost" });

      const created = await lintel(["demo"], environment).exit;
      expect([created.status, created.stdout]).toEqual([
        0,
        "The demo brokerage is available on 127.0.0.1, demo.localhost.\n",
      ]);
      const counts = async () => {
        const { items } = (await call("/api/admin/brokerages")) as { items: object[] };
        const { total } = (await call("/api/properties?page_size=1")) as { total: number };
        const leads = (await call("/api/v1/admin/leads?page_size=1")) as { total: number };
        return { brokerages: items.length, listings: total > LISTINGS / 2, total, leads: leads.total };
      };
      const before = await counts();
      expect(before).toMatchObject({ brokerages: 2, listings: true });

      expect(await lintel(["demo"], environment).exit).toEqual({
        status: 0,
        stdout:
          "The demo brokerage exists already: Sawtooth & Snake Realty (slug demo). Nothing was added.\n",
        stderr: "",
      });
      expect(await counts()).toEqual(before);
    } finally {
      server.child.kill("SIGTERM");
      await server.exit;
    }
    expect(await lintel(["demo"], environment).exit).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Nothing was added."),
    });
  });
});
