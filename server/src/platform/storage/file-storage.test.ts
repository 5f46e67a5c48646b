import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { freePort } from "../../../test/harness/run-lintel.ts";
import { startS3Server } from "../../../test/harness/s3-server.ts";
import { readConfig, StartError } from "../config/config.ts";
import { DiskFull } from "../disk-space.ts";
import { createLog } from "../log.ts";
import type { FileStorage } from "./file-storage.ts";
import { openStorage, prepareStorage } from "./open-storage.ts";

const PUBLIC_API_URL = "https://api.test";

describe.each(["folder", "bucket"])("FileStorage in a %s", (kind) => {
  let storage: FileStorage;
  let folder: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-storage-"));
    const s3 = kind === "bucket" ? await startS3Server() : null;
    const STORAGE_URL = s3?.url ?? `file://${folder}/made/later`;
    storage = openStorage(readConfig({ STORAGE_URL, PUBLIC_API_URL }));
    close = async () => {
      await s3?.close();
      await removeFolder(folder);
    };
  });
  afterAll(() => close());

  it("gives back what was put, with size and type", async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 256));
    await storage.put("photos/one.jpg", bytes);
    const file = await storage.get("photos/one.jpg");
    expect(file).toMatchObject({ size: 100_000, contentType: "image/jpeg" });
    expect(file?.etag).toMatch(/"/);
    expect(await buffer(file!.stream)).toEqual(bytes);
    expect(await storage.read("photos/one.jpg")).toEqual(bytes);
  });

  it("replaces a file, and its etag with it", async () => {
    await storage.put("twice.png", Buffer.from("first"));
    const before = await storage.stat("twice.png");
    await storage.put("twice.png", Buffer.from("second!"));
    const after = await storage.stat("twice.png");
    expect([before?.size, after?.size]).toEqual([5, 7]);
    expect(after?.etag).not.toBe(before?.etag);
    expect((await storage.read("twice.png"))?.toString()).toBe("second!");
  });

  it("keeps an empty file, and one without a known type", async () => {
    await storage.put("empty.webp", Buffer.alloc(0));
    expect(await storage.read("empty.webp")).toEqual(Buffer.alloc(0));
    await storage.put("page.html", Buffer.from("<script>"));
    expect(await storage.stat("page.html")).toMatchObject({ contentType: "application/octet-stream" });
  });

  it("answers null for what is not there, or cannot be", async () => {
    for (const key of [
      "missing.jpg",
      "no/such/folder.jpg",
      "photos",
      "photos/one.jpg/two.jpg",
      "",
      "../secrets.json",
    ]) {
      expect([key, await storage.get(key)]).toEqual([key, null]);
      expect([key, await storage.read(key)]).toEqual([key, null]);
      expect([key, await storage.exists(key)]).toEqual([key, false]);
    }
    expect(await storage.exists("photos/one.jpg")).toBe(true);
  });

  it("deletes a file, and what is not there without complaint", async () => {
    await storage.put("gone/soon.jpg", Buffer.from("x"));
    await storage.delete("gone/soon.jpg");
    expect(await storage.exists("gone/soon.jpg")).toBe(false);
    await storage.delete("gone/soon.jpg");
    await storage.delete("../nothing");
  });

  it("takes many puts of one key at once: the last whole one stays", async () => {
    const versions = Array.from({ length: 10 }, (_, i) => Buffer.alloc(50_000, i));
    await Promise.all(versions.map((bytes) => storage.put("race.jpg", bytes)));
    const left = await storage.read("race.jpg");
    expect(versions.some((bytes) => bytes.equals(left!))).toBe(true);
  });

  it.each([
    "/etc/passwd",
    "../up.jpg",
    "a/../b.jpg",
    ".hidden.jpg",
    "a/.b.jpg",
    "a//b.jpg",
    "a b.jpg",
    "ä.jpg",
    "a\0.jpg",
    "x".repeat(301),
    "a\\b.jpg",
  ])("refuses to put under the name %j", async (key) => {
    await expect(storage.put(key, Buffer.from("x"))).rejects.toThrow("Not a key");
  });

  it("tells addresses of its own from others", () => {
    expect(storage.publicUrl("agents/a.jpg")).toBe("https://api.test/files/agents/a.jpg");
    expect(storage.keyOf("https://api.test/files/agents/a.jpg")).toBe("agents/a.jpg");
    expect(storage.keyOf("/files/agents/a.jpg")).toBe("agents/a.jpg");
    for (const other of [
      "https://elsewhere.test/files/agents/a.jpg",
      "https://api.test.evil/files/a.jpg",
      "https://api.test/files/../secrets.json",
      "/files/",
      "/other/a.jpg",
    ]) {
      expect([other, storage.keyOf(other)]).toEqual([other, null]);
    }
  });
});

describe("FileStorage", () => {
  it("leaves nothing behind when a file cannot be written", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-storage-"));
    await mkdir(join(folder, "taken.jpg"));
    await writeFile(join(folder, "taken.jpg", "inside"), "x");
    const storage = openStorage(readConfig({ STORAGE_URL: `file://${folder}` }));
    await expect(storage.put("taken.jpg", Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
    expect(await readdir(folder)).toEqual(["taken.jpg"]);
    await removeFolder(folder);
  });

  it("puts nothing into DATA_DIR while its disk is full, and into other folders what they take", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "lintel-storage-"));
    const disk = { requireSpace: () => Promise.reject(new DiskFull()) };
    const beside = `${DATA_DIR}-beside`;
    for (const settings of [{}, { STORAGE_URL: `file://${DATA_DIR}/files` }]) {
      const storage = openStorage(readConfig({ DATA_DIR, ...settings }), disk);
      await expect(storage.put("a.jpg", Buffer.from("x"))).rejects.toThrow(DiskFull);
      expect(await storage.exists("a.jpg")).toBe(false);
    }
    const storage = openStorage(readConfig({ DATA_DIR, STORAGE_URL: `file://${beside}` }), disk);
    await storage.put("a.jpg", Buffer.from("x"));
    for (const folder of [DATA_DIR, beside]) await removeFolder(folder);
  });

  it("stops the start with one line when its folder cannot be made or written to", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lintel-storage-"));
    await writeFile(join(folder, "file"), "x");
    const prepare = (path: string) =>
      prepareStorage(openStorage(readConfig({ STORAGE_URL: `file://${path}` })), createLog("fatal"));
    for (const path of [join(folder, "file"), join(folder, "file", "below")]) {
      const start = prepare(path);
      await expect(start).rejects.toThrow(StartError);
      await expect(start).rejects.toThrow(
        /^The folder for files, .*, cannot be written to \(E\w+\)\. Set STORAGE_URL\.$/,
      );
    }
    await prepare(join(folder, "made", "now"));
    expect(await readdir(join(folder, "made"))).toEqual(["now"]);
    await removeFolder(folder);
  });

  it("starts with a bucket that does not answer", async () => {
    const STORAGE_URL = `s3://a:b@127.0.0.1:${await freePort()}/files?tls=false`;
    await prepareStorage(openStorage(readConfig({ STORAGE_URL })), createLog("fatal"));
  });

  it("says that a bucket is not to be had: 503, whether it does not answer, is not there, or refuses the key", async () => {
    const s3 = await startS3Server();
    const addresses = [
      `s3://S3RVER:S3RVER@127.0.0.1:${await freePort()}/files?tls=false`,
      s3.url.replace("S3RVER:S3RVER", "unknown:S3RVER"),
      s3.url.replace("/files", "/other-bucket"),
    ];
    for (const STORAGE_URL of addresses) {
      const storage = openStorage(readConfig({ STORAGE_URL }));
      await expect(storage.put("a.jpg", Buffer.from("x"))).rejects.toMatchObject({
        code: "unavailable",
        detail: "The file storage cannot be used at the moment",
      });
    }
    await s3.close();
  });
});
