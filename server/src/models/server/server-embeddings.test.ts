import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  listOf,
  type ModelRequest,
  type ModelServer,
  rightReply,
  startModelServer,
  wordVector,
} from "../../../test/harness/model-server.ts";
import type { TextModel } from "../text-model.ts";
import { ModelEndpoint } from "./model-endpoint.ts";
import { serverTextModel } from "./server-embeddings.ts";

describe("serverTextModel", () => {
  let server: ModelServer;
  let endpoint: ModelEndpoint;
  let model: TextModel;
  beforeEach(async () => {
    server = await startModelServer();
    open("plain-model");
  });
  afterEach(async () => {
    endpoint.close();
    await server.close();
  });
  function open(name: string, key: string | null = null) {
    endpoint = new ModelEndpoint({ url: server.url, key }, name);
    model = serverTextModel(endpoint);
  }
  const inputs = () => server.requests.map(({ body }) => body.input as string[]);
  /** What was asked after the measurement of noise. */
  const queryInputs = () => inputs().slice(1);

  it("answers a vector of length 1 for each text, in their order", async () => {
    const vectors = await model.embed(["red barn", "blue dock", "red barn"]);
    const lengths = vectors.map((vector) => Math.hypot(...vector));
    for (const length of lengths) expect(length).toBeCloseTo(1, 6);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    const barn = wordVector("red barn");
    const long = Math.hypot(...barn);
    expect([...(vectors[0] as Float32Array)]).toEqual(barn.map((value) => Math.fround(value / long)));
  });

  it("puts vectors where their index says, in floats or base64", async () => {
    await model.embed(["warm up"]);
    const [plain] = await model.embed(["red barn"]);
    server.reply = ({ body }) => {
      const data = (body.input as string[]).map((text, index) => {
        const bytes = Buffer.alloc(16 * 4);
        for (const [at, value] of wordVector(text).entries()) bytes.writeFloatLE(value, at * 4);
        return { index, embedding: bytes.toString("base64") };
      });
      return { body: { data: data.toReversed() } };
    };
    const [, , third] = await model.embed(["one", "two", "red barn"]);
    expect(third).toEqual(plain);
  });

  it("measures once what unrelated texts have in common, before it answers", async () => {
    expect([model.noise, model.dimensions]).toEqual([1, 0]);
    await Promise.all([model.embed(["red barn"]), model.embed(["blue dock"])]);
    expect(server.requests).toHaveLength(3);
    expect(inputs()[0]).toContain("waterfront with a private dock");
    expect(model.noise).toBeGreaterThan(0);
    expect(model.noise).toBeLessThan(1);
    expect(model.dimensions).toBe(16);
  });

  it("measures the noise again when it could not be measured", async () => {
    server.reply = () => ({ status: 400, body: {} });
    await expect(model.embed(["red barn"])).rejects.toMatchObject({ reason: "failed" });
    server.reply = rightReply;
    await model.embed(["red barn"]);
    expect(model.noise).toBeLessThan(1);
  });

  it("answers zeros for a text without words, and asks nothing for it", async () => {
    const [blank, barn] = await model.embed([" \n", "red barn"]);
    expect([...(blank as Float32Array)]).toEqual(new Array(16).fill(0));
    expect(barn).toHaveLength(16);
    expect(queryInputs()).toEqual([["red barn"]]);
    expect(await model.embed([])).toEqual([]);
  });

  it("asks for at most 64 texts and 64,000 characters a call", async () => {
    await model.embed(Array.from({ length: 150 }, (_, nth) => `house ${nth}`));
    expect(queryInputs().map(({ length }) => length)).toEqual([64, 64, 22]);
    server.requests.length = 0;
    const long = Array.from({ length: 25 }, () => "word ".repeat(1000));
    await model.embed(long);
    expect(inputs().flat()).toHaveLength(25);
    for (const batch of inputs()) expect(batch.join("").length).toBeLessThanOrEqual(64_000);
  });

  it("cuts a text at 6,000 characters, never inside of one", async () => {
    await model.embed([`${"x".repeat(5_999)}🏠 and more`, "x".repeat(90_000)]);
    expect(queryInputs()[0]).toEqual(["x".repeat(5_999), "x".repeat(6_000)]);
  });

  it("cuts texts at what surely fits where the model takes no more, and remembers it", async () => {
    const context = 2_000;
    server.reply = (request: ModelRequest) =>
      (request.body.input as string[]).some(({ length }) => length > context)
        ? { status: 400, body: { error: { message: "the input length exceeds the context length" } } }
        : rightReply(request);
    const house = "house ".repeat(1_000);
    const [vector] = await model.embed([house]);
    expect(vector).toEqual((await model.embed([house]))[0]);
    expect(queryInputs().map(([text]) => text?.length)).toEqual([5_999, 1_200, 1_200]);
  });

  it("puts before queries and passages what the model was trained on", async () => {
    open("nomic-embed-text");
    await model.embed(["yard"], { as: "query" });
    await model.embed(["yard"]);
    expect(queryInputs()).toEqual([["search_query: yard"], ["search_document: yard"]]);
  });

  it("is another model by another name", () => {
    const { name, version } = model;
    open("other-model");
    expect(`${model.name}@${model.version}`).not.toBe(`${name}@${version}`);
  });

  it("sends the key where there is one, and none where there is none", async () => {
    await model.embed(["red barn"]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    open("plain-model", "hush-key");
    await model.embed(["red barn"]);
    expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer hush-key");
  });

  const vector = (value: unknown = 1) => new Array(16).fill(value);
  it.each([
    ["too few vectors", listOf([vector()])],
    ["too many vectors", listOf([vector(), vector(), vector()])],
    ["two vectors of one text", { data: [0, 0].map((index) => ({ index, embedding: vector() })) }],
    ["a vector of another text", { data: [0, 7].map((index) => ({ index, embedding: vector() })) }],
    ["another length", listOf([vector().slice(1), vector().slice(1)])],
    ["two lengths", listOf([vector(), vector().slice(1)])],
    ["null, as NaN becomes in JSON", listOf([vector(), vector(null)])],
    ["text for numbers", listOf([vector(), vector("1")])],
    ["what overflows", listOf([vector(), vector(1e308)])],
    ["zeros alone", listOf([vector(), vector(0)])],
    ["no numbers", listOf([vector(), []])],
    ["half a float", listOf([vector(), "AAAA"])],
    ["no list", { embedding: vector() }],
    ["nothing", null],
    ["a page", "<html>It works!</html>"],
    ["more than an answer can be", "x".repeat(17_000_000)],
  ])("refuses %s, at once and without another try", async (_what, body) => {
    await model.embed(["warm up"]);
    server.requests.length = 0;
    server.reply = () => ({ body });
    await expect(model.embed(["red barn", "blue dock"])).rejects.toMatchObject({ reason: "failed" });
    expect(server.requests).toHaveLength(1);
    server.reply = rightReply;
    expect(await model.embed(["red barn"])).toHaveLength(1);
  });

  it("refuses JSON that is broken", async () => {
    server.reply = () => ({ body: '{"data": [', headers: { "content-type": "application/json" } });
    await expect(model.embed(["red barn"])).rejects.toMatchObject({ reason: "failed" });
  });
});
