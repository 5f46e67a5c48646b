import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { copyEmbeddedDatabase } from "../../test/harness/test-database.ts";

/** As a user types them; the database is an embedded one of its own, which only one process can have open. */
describe("lintel keys", () => {
  let environment: Record<string, string>;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-keys-"));
    environment = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()), DEMO: "false" };
    await copyEmbeddedDatabase(environment.DATA_DIR as string);
  });
  afterAll(() => removeFolder(join(environment.DATA_DIR as string, "..")));

  const keys = (...args: string[]) => lintel(["keys", ...args], environment).exit;
  const made = (stdout: string) => ({
    key: /^(lk_\w{40})$/m.exec(stdout)?.[1] as string,
    id: /Key (\d+)/.exec(stdout)?.[1] as string,
  });

  it("works without a server: makes a key, lists it without showing it, revokes it", async () => {
    const create = await keys("create", "--name", "ci", "--role", "admin", "--expires", "2999-01-01");
    expect([create.status, create.stderr]).toEqual([0, ""]);
    const { key, id } = made(create.stdout);

    const list = await keys("list");
    expect(list.stdout).toMatch(/^ID +KEY +NAME +ROLE +BROKERAGE +AGENT +EXPIRES +LAST USED\n/);
    expect(list.stdout).toContain(key.slice(0, 7));
    expect(list.stdout).toMatch(/ci +admin +- +- +2999-01-01 00:00Z +not yet/);
    expect(list.stdout).not.toContain(key.slice(7));

    expect(await keys("revoke", id)).toMatchObject({ status: 0, stdout: expect.stringContaining("revoked") });
    expect((await keys("list")).stdout).toMatch(/^There are no keys\. Create one with: lintel keys create/);
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

    it("works, and the server honours the change at once", async () => {
      const { key, id } = made((await keys("create", "--name", "beside", "--role", "admin")).stdout);
      const verify = () =>
        fetch(`http://127.0.0.1:${environment.PORT}/api/auth/verify`, { headers: { "x-api-key": key } });
      expect((await verify()).status).toBe(200);
      expect((await keys("list")).stdout).toMatch(/beside +admin +- +- +never +\d{4}-/);
      expect((await keys("revoke", id)).status).toBe(0);
      expect((await verify()).status).toBe(401);
      expect(await keys("revoke", id)).toMatchObject({
        status: 1,
        stdout: "",
        stderr: "API key not found: lintel keys list shows those there are.\n",
      });
    });

    it.each([
      ["a broker key without a brokerage", ["--name", "x", "--role", "broker"], /add --brokerage ID/],
      [
        "a brokerage that there is not",
        ["--name", "x", "--role", "broker", "--brokerage", "9"],
        /^Brokerage not found: GET \/api\/admin\/brokerages lists/,
      ],
      ["no name", ["--role", "admin"], /required option '--name <name>'/],
      ["a blank name", ["--name", " ", "--role", "admin"], /1 to 100 characters/],
      ["no role", ["--name", "x"], /required option '--role <role>'/],
      ["a role there is not", ["--name", "x", "--role", "chief"], /Allowed choices are admin, broker, agent/],
      ["a brokerage in words", ["--name", "x", "--role", "agent", "--brokerage", "one"], /whole number/],
      ["an expiry in words", ["--name", "x", "--role", "admin", "--expires", "soon"], /a time such as/],
      [
        "an expiry in the past",
        ["--name", "x", "--role", "admin", "--expires", "2020-01-01"],
        /in the future/,
      ],
    ])("refuses %s, and says what is wanted", async (_name, args, reason) => {
      const { status, stdout, stderr } = await keys("create", ...args);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(reason);
    });
  });
});
