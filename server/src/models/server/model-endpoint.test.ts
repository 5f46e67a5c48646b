import { inspect } from "node:util";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ModelReply,
  type ModelServer,
  rightReply,
  startModelServer,
} from "../../../test/harness/model-server.ts";
import { ModelError } from "../models.ts";
import { ModelEndpoint, type Request, type Timings } from "./model-endpoint.ts";

const KEY = "hush-key-0123456789";

const timings: Timings = {
  timeouts: {
    query: { tryMs: 500, totalMs: 500, tries: 2 },
    batch: { tryMs: 500, totalMs: 4_000, tries: 3 },
    chat: { tryMs: 500, totalMs: 4_000, tries: 3 },
  },
  pauseMs: 10,
  breakMs: 1_500,
};

describe("a model server that fails", () => {
  let server: ModelServer;
  let endpoint: ModelEndpoint;
  // The first call of a process loads the client's modules, which takes longer than the timeouts of these tests.
  beforeAll(async () => {
    const first = await startModelServer();
    const slow = { tryMs: 10_000, totalMs: 10_000, tries: 1 };
    const warm = new ModelEndpoint({ url: first.url, key: KEY }, "model", {
      ...timings,
      timeouts: { query: slow, batch: slow, chat: slow },
    });
    await warm.ask("query", (client, signal) =>
      client.embeddings.create({ model: "model", input: ["barn"], encoding_format: "float" }, { signal }),
    );
    warm.close();
    await first.close();
  });
  beforeEach(async () => {
    server = await startModelServer();
    endpoint = new ModelEndpoint({ url: server.url, key: KEY }, "model", timings);
  });
  afterEach(async () => {
    endpoint.close();
    await server.close();
  });

  const ask = (request: Request = "batch") =>
    endpoint.ask(request, (client, signal) =>
      client.embeddings.create({ model: "model", input: ["barn"], encoding_format: "float" }, { signal }),
    );
  async function failureOf(request?: Request): Promise<ModelError> {
    const error = await ask(request).then(
      () => null,
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(ModelError);
    expect(inspect(error, { depth: 9 })).not.toContain(KEY);
    expect((error as ModelError).message).not.toContain("127.0.0.1");
    return error as ModelError;
  }
  /** Answers with each of these in turn, and then rightly. */
  function answerFirst(...replies: ModelReply[]): void {
    server.reply = (request) => replies.shift() ?? rightReply(request);
  }

  it.each([
    ["a 500", { status: 500, body: {} }],
    ["a 503 in HTML", { status: 503, body: "<html>" }],
    ["a 429", { status: 429, body: {} }],
    ["half an answer", { body: { data: "x".repeat(1000) }, cut: true }],
    ["silence", { body: {}, afterMs: 900 }],
  ])("is asked again after %s", async (_what, reply: ModelReply) => {
    answerFirst(reply, reply);
    expect((await ask()).data).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ["a 500", { status: 500, body: { error: `no ${KEY}` } }, "batch", 3],
    ["a 500", { status: 500, body: {} }, "query", 2],
    ["half an answer", { body: { data: "x".repeat(1000) }, cut: true }, "batch", 3],
    ["silence", { body: {}, afterMs: 3_000 }, "query", 1],
    ["silence", { body: {}, afterMs: 3_000 }, "chat", 3],
    ["a wrong key", { status: 401, body: { error: { message: `wrong key ${KEY}` } } }, "batch", 1],
  ] as const)("is unavailable after %s, in bounded tries", async (_what, reply, request, tries) => {
    server.reply = () => reply;
    expect((await failureOf(request)).reason).toBe("unavailable");
    expect(server.requests).toHaveLength(tries);
  });

  it.each([
    [404, {}, "not_loaded"],
    [501, {}, "not_loaded"],
    [400, { error: { code: "model_not_found", message: "no such model" } }, "not_loaded"],
    [400, { error: { message: "bad input" } }, "failed"],
    [302, {}, "failed"],
  ])("is not asked again after %d %j, which is %s", async (status, body, reason) => {
    const elsewhere = await startModelServer();
    server.reply = () => ({ status, body, headers: { location: `${elsewhere.url}/embeddings` } });
    expect((await failureOf()).reason).toBe(reason);
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    await elsewhere.close();
  });

  it("waits as long as Retry-After says", async () => {
    answerFirst({ status: 429, body: {}, headers: { "retry-after": "0.3" } });
    const started = performance.now();
    await ask();
    expect(performance.now() - started).toBeGreaterThan(290);
    expect(server.requests).toHaveLength(2);
  });

  it("does not wait for a Retry-After that is beyond its patience", async () => {
    server.reply = () => ({ status: 429, body: {}, headers: { "retry-after": "3600" } });
    expect((await failureOf()).reason).toBe("unavailable");
    expect(server.requests).toHaveLength(1);
  });

  it("is left alone after five failures in a row, and is asked again by itself when it is back", async () => {
    const { port } = server;
    await server.close();
    await failureOf();
    await failureOf();
    server = await startModelServer(port);
    const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf()));
    for (const { reason } of failures) expect(reason).toBe("unavailable");
    expect(server.requests).toHaveLength(0);
    await expect.poll(() => ask(), { timeout: 20_000, interval: 100 }).toMatchObject({ object: "list" });
    await Promise.all(Array.from({ length: 5 }, () => ask()));
  });

  it("is asked by one while it is tried out, and left alone again when that fails", async () => {
    const breakMs = 200;
    endpoint.close();
    endpoint = new ModelEndpoint({ url: server.url, key: KEY }, "model", { ...timings, breakMs });
    server.reply = () => ({ status: 500, body: {} });
    await failureOf();
    await failureOf();
    server.requests.length = 0;
    // Of many at once, for as long as two trials take.
    const started = performance.now();
    let failed = 0;
    while (performance.now() < started + 2.5 * breakMs) {
      await Promise.all(Array.from({ length: 5 }, () => failureOf("query")));
      failed += 5;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const trials = Math.floor((performance.now() - started) / breakMs) + 1;
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.length).toBeLessThanOrEqual(trials);
    expect(failed).toBeGreaterThan(server.requests.length);
  });

  it("is not left alone for what is our own mistake", async () => {
    server.reply = () => ({ status: 400, body: {} });
    for (let nth = 0; nth < 8; nth++) await failureOf();
    server.reply = rightReply;
    expect((await ask()).data).toHaveLength(1);
  });

  it("gets two batches at once, and queries do not wait behind them", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    endpoint.close();
    const patient = { tryMs: 20_000, totalMs: 20_000, tries: 1 };
    const timeouts = { query: patient, batch: patient, chat: patient };
    endpoint = new ModelEndpoint({ url: server.url, key: KEY }, "model", { ...timings, timeouts });
    server.reply = async (request) => {
      await held;
      return rightReply(request);
    };
    const batches = Array.from({ length: 6 }, () => ask());
    await expect.poll(() => server.requests.length).toBe(2);
    server.reply = rightReply;
    await ask("query");
    expect(server.requests).toHaveLength(3);
    release();
    await Promise.all(batches);
    expect([server.requests.length, server.most]).toEqual([7, 3]);
  });

  it("keeps no call waiting behind others beyond its timeout", async () => {
    server.reply = () => ({ body: {}, afterMs: 3_000 });
    const started = performance.now();
    const failures = await Promise.all(Array.from({ length: 100 }, () => failureOf("query")));
    expect(new Set(failures.map(({ reason }) => reason))).toEqual(new Set(["unavailable"]));
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(server.requests.length).toBeLessThanOrEqual(8);
  });

  it("ends what is under way when it is closed", async () => {
    server.reply = () => ({ body: {}, afterMs: 3_000 });
    const failure = failureOf();
    await expect.poll(() => server.requests.length).toBe(1);
    endpoint.close();
    expect((await failure).reason).toBe("unavailable");
  });
});
