import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { formOf } from "../../../test/harness/form.ts";
import { picture, pngThatClaims } from "../../../test/harness/pictures.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const MEGABYTE = 1_048_576;
const NO_IMAGE = "The file must be an intact JPEG, PNG or WebP image";

describe("uploadAgentPhoto refuses", () => {
  let lintel: TestApp;
  let agent: number;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: agent } = await lintel.createAgent((await lintel.createTenant("acme")).id));
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  afterEach(async () => {
    // Refused requests have stored nothing.
    const left = await readdir(join(lintel.database.dataDir, "files", "agents")).catch(() => []);
    expect(left).toEqual([]);
    const { body } = await lintel.call(`/api/admin/agents/${agent}`, { key: admin });
    expect(body.photo_url).toBeNull();
  });

  const send = async (form: { headers: Record<string, string>; body: unknown }) =>
    lintel.call("/api/upload/agent-photo", { method: "POST", key: admin, ...form });
  const upload = async (file: Uint8Array, type = "image/jpeg") =>
    send(await formOf({ agent_id: agent, file: new Blob([new Uint8Array(file)], { type }) }));
  const base = picture(300, 200);

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ["a GIF", () => base.clone().gif().toBuffer()],
    ["a TIFF", () => base.clone().tiff().toBuffer()],
    ["an AVIF", () => base.clone().avif({ effort: 0 }).toBuffer()],
    [
      "a HEIC",
      () => Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), Buffer.alloc(500)]),
    ],
    [
      "an SVG with a script",
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
        ),
    ],
    [
      "an SVG that reads files",
      () =>
        Buffer.from(
          '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
        ),
    ],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a script that starts like a GIF", () => Buffer.from("GIF89a/*..*/=1;alert(1)//")],
    ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF")],
    ["a bitmap", () => Buffer.concat([Buffer.from("BM"), Buffer.alloc(200)])],
    ["an archive", () => Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(200)])],
    ["a single byte", () => Buffer.from("x")],
    ["noise", () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
    ["the beginning of a JPEG", async () => (await base.clone().jpeg().toBuffer()).subarray(0, 300)],
    ["half a JPEG", async () => half(await base.clone().jpeg({ quality: 100 }).toBuffer())],
    [
      "half a progressive JPEG",
      async () => half(await base.clone().jpeg({ progressive: true, quality: 100 }).toBuffer()),
    ],
    ["half a PNG", async () => half(await base.clone().png({ compressionLevel: 0 }).toBuffer())],
    ["half a WebP", async () => half(await base.clone().webp({ lossless: true }).toBuffer())],
    [
      "a PNG with broken content",
      async () => withNoise(await base.clone().png({ compressionLevel: 0 }).toBuffer()),
    ],
    [
      "a JPEG's first bytes before a page",
      () => Buffer.from("\xff\xd8\xff\xe0<script>alert(1)</script>", "latin1"),
    ],
    [
      "a PNG's first bytes before a page",
      () => Buffer.from("\x89PNG\r\n\x1a\n<script>alert(1)</script>", "latin1"),
    ],
    [
      "a WebP's first bytes before a page",
      () => Buffer.from("RIFF\x20\0\0\0WEBPVP8 <script>alert(1)</script>", "latin1"),
    ],
    [
      "a sound in WebP's container",
      () => Buffer.concat([Buffer.from("RIFF\x20\0\0\0WAVEfmt ", "latin1"), Buffer.alloc(100)]),
    ],
  ])("%s", async (_what, file) => {
    for (const type of ["image/jpeg", "image/png"]) {
      const reply = await upload(await file(), type);
      expect([reply.status, reply.body]).toEqual([415, { detail: NO_IMAGE }]);
    }
  });

  it.each([
    [50_000, 50_000],
    [8_001, 5_000],
    [1, 40_000_001],
  ])("a PNG that says it is %d by %d", async (width, height) => {
    const reply = await upload(pngThatClaims(width, height));
    expect([reply.status, reply.body]).toEqual([413, { detail: "The image has more than 40 megapixels" }]);
  });

  it("a JPEG of more than 40 megapixels", async () => {
    const huge = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: "#888888" } })
      .jpeg()
      .toBuffer();
    expect((await upload(huge)).status).toBe(413);
  });

  it("a file of more than 10 MB, of any type", async () => {
    const jpeg = await base.clone().jpeg().toBuffer();
    for (const size of [10 * MEGABYTE + 1, 20 * MEGABYTE]) {
      const file = Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
      const reply = await upload(file);
      expect([reply.status, reply.body]).toEqual([413, { detail: "The file is too large" }]);
    }
  });

  it("many large ones at once without its memory growing", async () => {
    const large = await formOf({ agent_id: agent, file: new Blob([new Uint8Array(20 * MEGABYTE)]) });
    const claims = await formOf({
      agent_id: agent,
      file: new Blob([new Uint8Array(pngThatClaims(50_000, 50_000))]),
    });
    const flood = async () => {
      const replies = await Promise.all([...Array(10).fill(large), ...Array(30).fill(claims)].map(send));
      expect(replies.every(({ status }) => status === 413)).toBe(true);
    };
    await flood();
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 3; i++) await flood();
    // One picture of 50,000 by 50,000 would be 7,500 MB, the files together 600 MB.
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(300);
  });

  it("a form without a file, or with an empty one: 422", async () => {
    const forms = [
      await formOf({ agent_id: agent }),
      await formOf({ agent_id: agent, file: new Blob([]) }),
      await formOf({ agent_id: agent, file: "no file but text" }),
      { headers: { "content-type": "application/json" }, body: { agent_id: agent, file: "x" } },
      { headers: { "content-type": "image/jpeg" }, body: await base.clone().jpeg().toBuffer() },
    ];
    for (const form of forms) {
      const reply = await send(form);
      expect(reply.status).toBe(422);
      expect(reply.body.detail).toContainEqual({
        loc: ["body", "file"],
        msg: "file is required",
        type: "missing",
      });
    }
  });

  it("a form without an agent's id", async () => {
    const file = new Blob([new Uint8Array(await base.clone().jpeg().toBuffer())]);
    for (const fields of [{}, { agent_id: "x" }, { agent_id: 0 }, { agent_id: "1.5" }]) {
      expect((await send(await formOf({ ...fields, file }))).status).toBe(422);
    }
  });
});

/** Everything but the end; the container says that there is more. */
function half(file: Buffer): Buffer {
  return file.subarray(0, Math.floor(file.length / 2));
}

function withNoise(file: Buffer): Buffer {
  const middle = Math.floor(file.length / 2);
  return Buffer.from(file.map((byte, i) => (i > middle && i < middle + 2000 ? (i * 31) % 256 : byte)));
}
