import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENT, STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { copyEmbeddedDatabase } from "../../test/harness/test-database.ts";

/** As a user types them, beside a running server. */
describe("lintel feeds", () => {
  let folder: string;
  let environment: Record<string, string>;
  let upstream: FeedServer;
  let server: ReturnType<typeof lintel>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-feeds-"));
    environment = {
      DATA_DIR: join(folder, "data"),
      PORT: String(await freePort()),
      DEMO: "false",
      OUTBOUND_ALLOW: "127.0.0.1",
    };
    await copyEmbeddedDatabase(environment.DATA_DIR as string);
    upstream = await serveFeed();
    await loadKingCounty(upstream.market, 5);
    server = lintel(["serve"], environment);
    await server.waitForOutput("is ready at");
  });
  afterAll(async () => {
    server.child.kill("SIGTERM");
    await server.exit;
    await upstream.close();
    await removeFolder(folder);
  });

  const feeds = (...args: string[]) => lintel(["feeds", ...args], environment).exit;
  const refused = (line: string) => ({ status: 1, stdout: "", stderr: `${line}\n` });

  it("tests a configuration step by step, adds it, shows it and removes it", async () => {
    expect((await feeds("list")).stdout).toMatch(/^There are no feeds\. Add one with: lintel feeds add/);
    const connection = ["--url", upstream.baseUrl, "--token", STATIC_TOKEN];
    const tested = await feeds("test", ...connection);
    expect([tested.status, tested.stdout]).toEqual([
      0,
      expect.stringMatching(/page +ok +\d+ +5 records of 5\n.*Strategies: entity_event, timestamp/s),
    ]);
    const added = await feeds("add", "ims", ...connection);
    expect([added.status, added.stdout]).toEqual([0, expect.stringMatching(/^The feed of ims is added\./)]);
    expect(await feeds("add", "ims", ...connection)).toEqual(
      refused("A feed for source 'ims' exists already"),
    );
    expect((await feeds("list")).stdout).toMatch(/^SOURCE +STATE .*\nims +\w+ +\d/);
    expect((await feeds("status", "ims")).stdout).toMatch(/^state +\w+.*\naddress +http:.*\n/s);
    expect(await feeds("run", "ims", "--kind", "all")).toEqual(
      refused("kind must be one of initial, refresh, reconcile"),
    );
    expect(await feeds("remove", "ims")).toEqual({
      status: 0,
      stdout: "The feed of ims is removed. Its listings stay.\n",
      stderr: "",
    });
    expect(await feeds("run", "ims")).toEqual(
      refused("Source ims has no feed: lintel feeds list shows all feeds."),
    );
  });

  it("reads a configuration from a file, and names what is wrong in one line", async () => {
    const file = join(folder, "feed.json");
    const auth = {
      type: "client_credentials",
      token_url: `${upstream.origin}/oauth/token`,
      client_id: CLIENT.id,
      client_secret: "wrong",
    };
    await writeFile(
      file,
      JSON.stringify({ source: "filed", base_url: upstream.baseUrl, auth, page_size: 0 }),
    );
    expect(await feeds("add", "--config", file)).toEqual(refused("page_size must be between 1 and 5000"));
    await writeFile(file, JSON.stringify({ source: "filed", base_url: upstream.baseUrl, auth }));
    const tested = await feeds("test", "--config", file);
    expect([tested.status, tested.stdout]).toEqual([1, expect.stringMatching(/token +failed/)]);
    const added = await feeds("add", "--config", file);
    expect(added.status).toBe(0);
    const failed = await feeds("run", "filed");
    expect([failed.status, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(
      /^(The \w+ of filed failed: token_refused: .*|A run of this feed is under way)\n$/,
    );
    expect(await feeds("test")).toEqual(refused("Name a feed's source, or add --url or --config."));
  });
});
