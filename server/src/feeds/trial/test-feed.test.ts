import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CLIENT, STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { defaultBehaviours, type Failure } from "../../../../feed-server/src/behaviours.ts";
import { loadKingCounty } from "../../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../../feed-server/src/serve-feed.ts";
import { validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { FEEDS, type FeedFixture, openFeeds } from "../../../test/harness/feed-fixture.ts";

type Step = { name: string; ok: boolean | null; code: string | null; message: string };

/** The request before the one that fails: `$metadata` is read first. */
const passing = undefined as unknown as Failure;

describe("testFeed", () => {
  let fixture: FeedFixture;
  let server: FeedServer;
  beforeAll(async () => {
    fixture = await openFeeds({ "public.test": ["93.184.216.34"] });
    server = await serveFeed();
    await loadKingCounty(server.market, 30);
  });
  beforeEach(() => void Object.assign(server.behaviours, structuredClone(defaultBehaviours)));
  afterAll(async () => {
    await server.close();
    await fixture.close();
  });

  const bearer = { type: "bearer", token: STATIC_TOKEN };
  const credentials = (secret = CLIENT.secret) => ({
    type: "client_credentials",
    token_url: `${server.origin}/oauth/token`,
    client_id: CLIENT.id,
    client_secret: secret,
  });
  const post = (fields: object) =>
    fixture.lintel.call(`${FEEDS}/test`, {
      method: "POST",
      key: fixture.admin,
      body: {
        ...fixture.body(),
        base_url: server.baseUrl,
        auth: bearer,
        budget: { per_second: null },
        ...fields,
      },
    });
  async function trial(fields: object = {}) {
    const { status, body } = await post(fields);
    expect([status, body.steps.map(({ name }: Step) => name)]).toEqual([
      200,
      ["dns", "tls", "token", "metadata", "page", "media"],
    ]);
    return body;
  }
  const results = ({ steps }: { steps: Step[] }) => steps.map(({ ok }) => ok);
  /** The step that has failed: its name and code. */
  async function failure(fields: object = {}) {
    const body = await trial(fields);
    const failed = body.steps.filter(({ ok }: Step) => ok === false);
    expect([body.ok, failed.length]).toEqual([false, 1]);
    const [{ name, code, message }] = failed as [Step];
    // What is wrong, and what to do.
    expect(message).toMatch(/^[A-Z$].*\. [A-Z].*$/);
    return [name, code];
  }

  it("tries each step, and shows resources, fields and strategies; nothing is stored", async () => {
    const body = await trial({ source: "tried" });
    expect([body.ok, results(body)]).toEqual([true, [null, null, true, true, true, true]]);
    expect(body.resources).toContainEqual({ name: "Property", count: 30 });
    expect(body.resources).toContainEqual({ name: "Member" });
    expect(body.strategies).toEqual(["entity_event", "timestamp", "next_link"]);
    expect(body.fields).toContainEqual({ field: "ListPrice", mapped_to: "list_price", coverage: 1 });
    const sources = await fixture.lintel.call("/api/admin/sources?page_size=100", { key: fixture.admin });
    expect(sources.text).not.toContain("tried");
  });

  it("finds by trial what a server understands, and fields that the dictionary does not have", async () => {
    Object.assign(server.behaviours, {
      resources: ["Property", "Media"],
      keyset: false,
      gzip_required: true,
      unknown_fields: ["X_Own"],
      missing_fields: ["YearBuilt"],
    });
    const body = await trial({ media: "resource" });
    expect([body.ok, body.strategies]).toEqual([true, ["next_link"]]);
    expect(body.steps[5].ok).toBe(true);
    const field = (name: string) => body.fields.find((each: { field: string }) => each.field === name);
    expect([field("X_Own"), field("YearBuilt")]).toMatchObject([{ mapped_to: null }, undefined]);
  });

  it("writes each step on a line as soon as it has ended, and then the whole result", async () => {
    const address = await fixture.lintel.app.listen({ port: 0, host: "127.0.0.1" });
    const reply = await fetch(`${address}${FEEDS}/test?format=ndjson`, {
      method: "POST",
      headers: { "x-api-key": fixture.admin, "content-type": "application/json" },
      body: JSON.stringify({
        ...fixture.body({ base_url: server.baseUrl, auth: bearer, budget: { per_second: 2 } }),
      }),
    });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    const chunks: string[] = [];
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) chunks.push(chunk);
    // Requests are half a second apart: the first steps have arrived before the last ones began.
    expect(chunks.length).toBeGreaterThan(1);
    const lines = chunks
      .join("")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { trial } = lines.pop();
    expect(lines.map(({ step }) => step.name)).toEqual(["dns", "tls", "metadata", "page", "token", "media"]);
    const sorted = trial.steps.map(({ name }: Step) => lines.find(({ step }) => step.name === name).step);
    expect([trial.ok, trial.steps]).toEqual([true, sorted]);
    const refused = await fixture.lintel.call(`${FEEDS}/test?format=ndjson`, {
      method: "POST",
      key: fixture.admin,
      body: fixture.body({ page_size: 0 }),
    });
    expect(validationErrors(refused)[0]).toBe(422);
  });

  it("leaves EntityEvent out where it stands in $metadata and cannot be read", async () => {
    server.behaviours.entity_event_readable = false;
    expect((await trial({ media: "none" })).strategies).toEqual(["timestamp", "next_link"]);
  });

  it("sends no more requests a second than the configuration allows", async () => {
    Object.assign(server.behaviours, { requests_per_second: 2, retry_after: null });
    const attempt = async () => (await trial({ auth: credentials(), budget: {} })).ok;
    // On a busy machine a request may arrive late, near to the next one; those of the tests before count too.
    await expect.poll(attempt, { interval: 1100, timeout: 60_000 }).toBe(true);
  });

  it("gets a token by client credentials", async () => {
    const body = await trial({ auth: credentials(), media: "none" });
    expect([body.ok, results(body)]).toEqual([true, [null, null, true, true, true, null]]);
  });

  it("fails `token` for a wrong token or secret, and does not show it", async () => {
    expect(await failure({ auth: { type: "bearer", token: "wrong-token" } })).toEqual([
      "token",
      "unauthorized",
    ]);
    expect(await failure({ auth: credentials("wrong-secret") })).toEqual(["token", "token_refused"]);
    const body = await trial({ auth: { type: "bearer", token: "unknown or has expired" } });
    expect(results(body)).toEqual([null, null, false, null, null, null]);
    expect(body.steps[2].message).not.toContain("unknown or has expired");
  });

  it.each([
    ["html", "bad_reply"],
    ["truncated", "bad_reply"],
    ["no value", "bad_reply"],
    ["500", "server_error"],
    ["429", "rate_limited"],
    ["redirect", "redirected"],
  ] as [Failure, string][])("fails `page` for %s with %s", async (failing, code) => {
    server.behaviours.fail_next = [passing, failing];
    expect(await failure()).toEqual(["page", code]);
  });

  it("fails `page` for a body without end", async () => {
    server.behaviours.fail_next = [passing, "endless"];
    const [step, code] = await failure();
    expect(step).toBe("page");
    expect(["too_large", "timeout"]).toContain(code);
  });

  it("fails `page` for a filter that the server does not understand", async () => {
    expect(await failure({ filter: "Nowhere eq 'x'" })).toEqual(["page", "strategy_unsupported"]);
  });

  it("fails `metadata` where base_url is no Web API", async () => {
    expect(await failure({ base_url: `${server.baseUrl}/nowhere` })).toEqual(["metadata", "not_found"]);
    server.behaviours.fail_next = ["html"];
    expect(await failure()).toEqual(["metadata", "bad_reply"]);
  });

  it("fails where nothing answers", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await failure({ base_url: `http://127.0.0.1:${port}` })).toEqual(["metadata", "unreachable"]);
    expect(await failure({ base_url: `https://127.0.0.1:${port}` })).toEqual(["tls", "unreachable"]);
    expect(await failure({ base_url: "https://nowhere.test" })).toEqual(["dns", "unreachable"]);
  });

  it("refuses what a feed is refused for, before anything is sent", async () => {
    const since = Date.now();
    expect(validationErrors(await post({ page_size: 0 }))[0]).toBe(422);
    expect(validationErrors(await post({ base_url: "https://10.0.0.1/odata" }))).toEqual([
      422,
      [["body.base_url", expect.stringMatching(/private/)]],
    ]);
    expect(server.log.since(since)).toEqual([]);
  });
});
