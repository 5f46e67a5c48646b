import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { startS3Server } from "../../../test/harness/s3-server.ts";
import { sendBytes } from "../../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { replyWithError } from "../http/error-replies.ts";
import { type Drive, FileStorage } from "./file-storage.ts";
import { serveFiles } from "./serve-files.ts";

const NAMED_BY_CONTENT = `agents/${"0123456789abcdef".repeat(2)}-800.jpg`;

describe.each(["folder", "bucket"])("GET /files in a %s", (kind) => {
  let lintel: TestApp;
  let folder: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-files-"));
    const s3 = kind === "bucket" ? await startS3Server() : null;
    lintel = await startTestApp({ STORAGE_URL: s3?.url ?? `file://${folder}/files` });
    const { storage } = lintel.services;
    await storage.put("demo/kitchen-01.jpg", Buffer.from("0123456789"));
    await storage.put(NAMED_BY_CONTENT, Buffer.from("photo"));
    await storage.put("logo.png", Buffer.from("png"));
    await storage.put("hero.webp", Buffer.from("webp"));
    for (const name of ["page.html", "drawing.svg", "secrets.json", "code.js", "plain"]) {
      await storage.put(name, Buffer.from("<script>"));
    }
    close = async () => {
      await lintel.close();
      await s3?.close();
      await removeFolder(folder);
    };
  });
  afterAll(() => close());

  it("answers images on any Host, with their type and length, for every website", async () => {
    const reply = await lintel.call("/files/demo/kitchen-01.jpg", { host: "unknown.test" });
    expect([reply.status, reply.text]).toEqual([200, "0123456789"]);
    expect(reply.headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": "10",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringContaining('"'),
    });
    for (const [path, type] of [
      ["logo.png", "image/png"],
      ["hero.webp", "image/webp"],
    ]) {
      expect((await lintel.call(`/files/${path}`)).headers["content-type"]).toBe(type);
    }
  });

  it("lets caches keep for ever what is named by its content, and other images for a day", async () => {
    const control = async (path: string) => (await lintel.call(`/files/${path}`)).headers["cache-control"];
    expect(await control(NAMED_BY_CONTENT)).toBe("public, max-age=31536000, immutable");
    expect(await control("demo/kitchen-01.jpg")).toBe("public, max-age=86400");
  });

  it("answers 304 to who has it already, without a body", async () => {
    const path = "/files/demo/kitchen-01.jpg";
    const etag = (await lintel.call(path)).headers.etag as string;
    const again = await lintel.call(path, { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    for (const more of [`"other", ${etag}`, `W/${etag.replace("W/", "")}`, "*"]) {
      expect([more, (await lintel.call(path, { headers: { "if-none-match": more } })).status]).toEqual([
        more,
        304,
      ]);
    }
    const other = await lintel.call(path, { headers: { "if-none-match": '"other"' } });
    expect([other.status, other.text]).toEqual([200, "0123456789"]);
  });

  it("answers HEAD with the head alone", async () => {
    const reply = await lintel.call("/files/demo/kitchen-01.jpg", { method: "HEAD" });
    expect([reply.status, reply.text]).toEqual([200, ""]);
    expect(reply.headers).toMatchObject({ "content-type": "image/jpeg", "content-length": "10" });
  });

  it("never serves files that are not images", async () => {
    for (const name of ["page.html", "drawing.svg", "secrets.json", "code.js", "plain"]) {
      const reply = await lintel.call(`/files/${name}`);
      expect([name, reply.status, reply.body]).toEqual([name, 404, { detail: "Not Found" }]);
    }
  });

  it("answers 404, not to be cached, for what is not there and for folders", async () => {
    for (const path of [
      "",
      "missing.jpg",
      "demo",
      "demo/",
      "demo/missing.jpg",
      "demo/kitchen-01.jpg/x.jpg",
      `${"x".repeat(300)}.jpg`,
    ]) {
      const reply = await lintel.call(`/files/${path}`);
      expect([path, reply.status, reply.body]).toEqual([path, 404, { detail: "Not Found" }]);
      expect(reply.headers["cache-control"] ?? "").not.toContain("max-age=");
    }
  });

  it("never leaves the storage, nor shows hidden files", async () => {
    await writeFile(join(folder, "outside.jpg"), "secret");
    await mkdir(join(folder, "files"), { recursive: true });
    await writeFile(join(folder, "files", ".hidden.jpg"), "secret");
    for (const path of [
      "../outside.jpg",
      "%2e%2e/outside.jpg",
      "..%2foutside.jpg",
      "demo/../../outside.jpg",
      "demo/%2e%2e%2f%2e%2e%2foutside.jpg",
      "..%5coutside.jpg",
      "%2foutside.jpg",
      `/${folder}/outside.jpg`,
      ".hidden.jpg",
      "%2ehidden.jpg",
      "%00.jpg",
      "demo/kitchen-01.jpg%00.png",
      "//demo/kitchen-01.jpg",
    ]) {
      const reply = await lintel.call(`/files/${path}`);
      expect([path, reply.status, reply.text]).toEqual([path, 404, '{"detail":"Not Found"}']);
    }
    expect([400, 404]).toContain((await lintel.call("/files/%zz.jpg")).status);
  });

  it("answers other methods with 405", async () => {
    const reply = await lintel.call("/files/demo/kitchen-01.jpg", { method: "DELETE" });
    expect([reply.status, reply.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});

describe("GET /files in a folder", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
    await lintel.services.storage.put("demo/a.jpg", Buffer.from("0123456789"));
  });
  afterAll(() => lintel.close());

  const get = (range: string) => lintel.call("/files/demo/a.jpg", { headers: { range } });

  it("answers a part of a file", async () => {
    const reply = await get("bytes=2-4");
    expect([reply.status, reply.text]).toEqual([206, "234"]);
    expect(reply.headers["content-range"]).toBe("bytes 2-4/10");
  });

  it("answers 416 to a part that is not there", async () => {
    const reply = await get("bytes=100-");
    expect([reply.status, reply.body]).toEqual([416, { detail: "Range Not Satisfiable" }]);
    expect(reply.headers["cache-control"]).toBeUndefined();
  });

  it("answers 412 to a precondition that does not hold", async () => {
    const reply = await lintel.call("/files/demo/a.jpg", { headers: { "if-match": '"other"' } });
    expect([reply.status, reply.body]).toEqual([412, { detail: "Precondition Failed" }]);
  });

  it("has nothing of DATA_DIR but its files", async () => {
    await writeFile(join(lintel.database.dataDir, "secret.jpg"), "secret");
    await writeFile(join(dirname(lintel.database.dataDir), "lintel-probe.jpg"), "secret");
    for (const path of ["../secret.jpg", "%2e%2e/secret.jpg", "../secrets.json", "../../lintel-probe.jpg"]) {
      expect([path, (await lintel.call(`/files/${path}`)).status]).toEqual([path, 404]);
    }
    // As no client would send it.
    for (const path of ["/files/../secret.jpg", "/files/./../secret.jpg", "/files/demo/../../secret.jpg"]) {
      const text = await sendBytes(
        lintel.app,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 404 /);
    }
    await rm(join(dirname(lintel.database.dataDir), "lintel-probe.jpg"));
  });
});

describe("GET /files when the content fails after the head", () => {
  it.each([
    ["answers an error that is not cached", () => Promise.reject(new Error("cut off")), 503],
    ["answers 404 when the file is gone meanwhile", () => Promise.reject(new Error("gone")), 404],
  ])("%s", async (_what, stream, status) => {
    const drive: Drive = {
      folder: null,
      put: async () => {},
      stat: async () => ({ size: 1000, etag: '"tag"' }),
      stream,
      delete: async () => {},
      isMissing: (error) => (error as Error).message === "gone",
    };
    const app = Fastify();
    app.setErrorHandler(replyWithError);
    await serveFiles(app, new FileStorage(drive, "https://api.test"));
    const reply = await app.inject(`/files/${NAMED_BY_CONTENT}`);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers["cache-control"]).toBeUndefined();
    expect(reply.headers.etag).toBeUndefined();
    expect(reply.json()).toHaveProperty(status === 503 ? "detail" : "message");
    await app.close();
  });
});

describe("GET /files of a bucket that does not answer", () => {
  it("is 503, not to be cached", async () => {
    const s3 = await startS3Server();
    const lintel = await startTestApp({ STORAGE_URL: s3.url, LOG_LEVEL: "fatal" });
    await s3.close();
    const reply = await lintel.call("/files/demo/a.jpg");
    expect([reply.status, reply.body]).toEqual([
      503,
      { detail: "The file storage cannot be used at the moment" },
    ]);
    expect(reply.headers["cache-control"] ?? "").not.toContain("max-age=");
    await lintel.close();
  });
});
