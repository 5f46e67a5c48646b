import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startWebServer, type WebServer } from "../../../test/harness/web-server.ts";
import { fetchModel, planModel } from "./fetch-model.ts";

const REVISION = "a".repeat(40);

describe("fetching a model", () => {
  let hub: WebServer;
  let dir: string;
  let files: Map<string, Buffer>;
  /** What is sent in the place of a file. */
  let instead: Map<string, Buffer>;
  beforeEach(async () => {
    const plain = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx", "README.md"];
    files = new Map(plain.map((path) => [path, Buffer.from(`this is ${path}`)]));
    files.set("onnx/model_quantized.onnx", Buffer.alloc(300_000, "small"));
    instead = new Map();
    dir = await mkdtemp(join(tmpdir(), "lintel-models-"));
    hub = await startWebServer(({ url = "" }, response) => {
      const path = url.split(`/some/model/resolve/${REVISION}/`)[1];
      const file = path === undefined ? null : (instead.get(path) ?? files.get(path));
      if (file) return response.end(file);
      if (url === "/api/models/some/model/revision/main") return response.end(`{"sha":"${REVISION}"}`);
      if (url.startsWith(`/api/models/some/model/tree/${REVISION}`)) return response.end(listed());
      response.writeHead(404).end("{}");
    });
  });
  afterEach(async () => {
    await hub.close();
    await rm(dir, { recursive: true });
  });

  const listed = () =>
    JSON.stringify(
      [...files].map(([path, bytes]) => {
        const git = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
        const oid = createHash("sha256").update(bytes).digest("hex");
        const lfs = path.endsWith(".onnx") ? { lfs: { oid, size: bytes.length } } : {};
        return { type: "file", path, size: bytes.length, oid: git, ...lfs };
      }),
    );
  async function fetchIt(): Promise<number> {
    let bytes = 0;
    await fetchModel(hub.url, await planModel(hub.url, "some/model", "text"), dir, (more) => {
      bytes += more;
    });
    return bytes;
  }
  const there = (path: string) => existsSync(join(dir, "some/model", path));
  const fetched = () => hub.requests.filter((path) => path.includes("/resolve/")).length;

  it("fetches what is needed and no more, in one-byte numbers where there are such", async () => {
    const bytes = await fetchIt();
    for (const path of ["config.json", "tokenizer.json", "onnx/model_quantized.onnx"]) {
      expect(await readFile(join(dir, "some/model", path))).toEqual(files.get(path));
    }
    expect([there("README.md"), there("onnx/model.onnx")]).toEqual([false, false]);
    expect(bytes).toBeGreaterThan(300_000);
  });

  it("takes the full numbers where there are no others", async () => {
    files.delete("onnx/model_quantized.onnx");
    await fetchIt();
    expect(there("onnx/model.onnx")).toBe(true);
  });

  it("fetches again what is damaged, and nothing else", async () => {
    const bytes = await fetchIt();
    expect(fetched()).toBe(4);
    await writeFile(join(dir, "some/model/onnx/model_quantized.onnx"), Buffer.alloc(300_000, "other"));
    expect(await fetchIt()).toBe(bytes);
    expect(fetched()).toBe(5);
  });

  it.each([
    ["onnx/model_quantized.onnx", Buffer.alloc(300_000, "wrong")],
    ["onnx/model_quantized.onnx", Buffer.alloc(1_000, "short")],
    ["onnx/model_quantized.onnx", Buffer.alloc(400_000, "small")],
    ["config.json", Buffer.from("THIS is config.json")],
  ])("leaves nothing behind of a %s that is not what was announced", async (path, bytes) => {
    instead.set(path, bytes);
    await expect(fetchIt()).rejects.toThrow(`some/model/${path} could not be fetched`);
    expect([there(path), there(`${path}.part`)]).toEqual([false, false]);
    instead.clear();
    await fetchIt();
    expect(there(path)).toBe(true);
  });

  it("says what a model lacks, and that there is none of that name", async () => {
    await expect(planModel(hub.url, "some/model", "image")).rejects.toThrow(
      "some/model is not a model of this kind: it lacks preprocessor_config.json, onnx/text_model.onnx",
    );
    await expect(planModel(hub.url, "no/model", "text")).rejects.toThrow("replied with status 404");
  });
});
