import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { writeTinyClip } from "../../test/harness/tiny-models.ts";

describe("lintel models", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "lintel-models-"));
    await writeTinyClip(join(dir, "Xenova/clip-vit-base-patch32"));
  });
  afterAll(() => rm(dir, { recursive: true }));

  it("lists the provider, installed models and missing ones", async () => {
    const { status, stdout } = await lintel(["models"], { MODEL_DIR: dir }).exit;
    expect(status).toBe(0);
    expect(stdout).toContain("MODEL_PROVIDER is builtin.");
    expect(stdout).toMatch(/Xenova\/clip-vit-base-patch32 +embeddings of photos and texts +0\.\d\d MB/);
    expect(stdout).toMatch(/Xenova\/bge-small-en-v1\.5 +text embeddings +missing/);
  });

  it("says what to copy where, when the models cannot be fetched", async () => {
    const hub = `http://127.0.0.1:${await freePort()}`;
    const { status, stderr } = await lintel(["models", "install", "--hub", hub], { MODEL_DIR: dir }).exit;
    expect(status).toBe(1);
    expect(stderr).toContain("cannot be reached.\nOffline, copy these files");
    expect(stderr).toContain(join(dir, "Xenova/bge-small-en-v1.5"));
    expect(stderr).toContain("onnx/model_quantized.onnx");
  });

  it("fetches from no address that a third party could answer for", async () => {
    const { status, stderr } = await lintel(["models", "install", "--hub", "http://models.test"], {}).exit;
    expect([status, stderr]).toEqual([1, expect.stringContaining("--hub must be an https:// address")]);
  });

  it("must be there for a start with MODEL_PROVIDER=local", async () => {
    const environment = { MODEL_PROVIDER: "local", MODEL_DIR: dir, DATA_DIR: join(dir, "data") };
    const { status, stderr } = await lintel(["serve"], environment).exit;
    expect([status, stderr]).toEqual([1, expect.stringContaining("lintel models install")]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
