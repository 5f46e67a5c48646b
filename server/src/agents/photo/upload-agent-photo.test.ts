import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { formOf } from "../../../test/harness/form.ts";
import { picture } from "../../../test/harness/pictures.ts";
import { startS3Server } from "../../../test/harness/s3-server.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("uploadAgentPhoto", () => {
  let lintel: TestApp;
  let brokerageId: number;
  let broker: string;
  let jpeg: Buffer;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
    ({ id: brokerageId } = await lintel.createTenant("acme"));
    broker = await lintel.createKey("broker", { brokerageId });
    jpeg = await picture(1200, 900).jpeg().toBuffer();
  });
  afterAll(() => lintel.close());

  const upload = async (
    agent_id: number,
    file: Uint8Array<ArrayBuffer> | Buffer,
    key = broker,
    type = "image/jpeg",
  ) => {
    const form = await formOf({ agent_id, file: new Blob([file as Uint8Array<ArrayBuffer>], { type }) });
    return lintel.call("/api/upload/agent-photo", { method: "POST", key, ...form });
  };
  const someone = async (fields: object = {}) => (await lintel.createAgent(brokerageId, fields)).id;
  const fileAt = async (url: string) => {
    const response = await lintel.app.inject(new URL(url).pathname);
    expect([url, response.statusCode]).toEqual([url, 200]);
    return response.rawPayload;
  };
  const photoOf = async (id: number) =>
    (await lintel.call(`/api/admin/agents/${id}`, { key: await lintel.createKey("admin") })).body.photo_url;
  const files = async () => (await readdir(join(lintel.database.dataDir, "files", "agents"))).toSorted();

  it("answers a photo of 800 pixels and a thumbnail of 200, and gives them to the agent", async () => {
    const id = await someone();
    const reply = await upload(id, jpeg);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        photo_url: expect.stringMatching(/^https:\/\/api\.test\/files\/agents\/[0-9a-f]{32}-800\.jpg$/),
        thumbnail_url: expect.stringMatching(/^https:\/\/api\.test\/files\/agents\/[0-9a-f]{32}-200\.jpg$/),
      },
    ]);
    expect(await photoOf(id)).toBe(reply.body.photo_url);
    const sizes = async (url: string) => {
      const { format, width, height } = await sharp(await fileAt(url)).metadata();
      return { format, width, height };
    };
    expect(await sizes(reply.body.photo_url)).toEqual({ format: "jpeg", width: 800, height: 600 });
    expect(await sizes(reply.body.thumbnail_url)).toEqual({ format: "jpeg", width: 200, height: 150 });
  });

  it("takes PNG and WebP, under any file name, puts transparent ones on white, and enlarges none", async () => {
    const clear = sharp({ create: { width: 60, height: 90, channels: 4, background: "#00000000" } });
    for (const file of [await clear.png().toBuffer(), await clear.webp().toBuffer()]) {
      const reply = await upload(await someone(), file, broker, "text/plain");
      expect(reply.status).toBe(200);
      for (const url of [reply.body.photo_url, reply.body.thumbnail_url]) {
        const image = sharp(await fileAt(url));
        expect(await image.metadata()).toMatchObject({ format: "jpeg", width: 60, height: 90 });
        expect((await image.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
      }
    }
  });

  it("takes a single pixel, a grey, a 16-bit and a CMYK picture", async () => {
    const base = picture(40, 40);
    for (const file of [
      await picture(1, 1).png().toBuffer(),
      await base.clone().greyscale().jpeg().toBuffer(),
      await base.clone().toColourspace("rgb16").png().toBuffer(),
      await base.clone().toColourspace("cmyk").jpeg().toBuffer(),
    ]) {
      const { status, body } = await upload(await someone(), file);
      expect(status).toBe(200);
      expect((await sharp(await fileAt(body.photo_url)).metadata()).space).toMatch(/srgb|b-w/);
    }
  });

  it("turns the picture upright, and drops what the camera wrote into it", async () => {
    const file = await picture(100, 40)
      .withExif({
        IFD0: { Copyright: "secret owner" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 36/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect([file.includes("secret owner"), (await sharp(file).metadata()).orientation]).toEqual([true, 6]);
    const { body } = await upload(await someone(), file);
    const photo = await fileAt(body.photo_url);
    const { width, height, exif, orientation, icc, xmp } = await sharp(photo).metadata();
    expect({ width, height, exif, orientation, icc, xmp }).toEqual({ width: 40, height: 100 });
    // Red was on the left; turned clockwise it is on top.
    const [red, , blue] = await sharp(photo)
      .extract({ left: 10, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red! > 200, blue! < 60]).toEqual([true, true]);
  });

  it("keeps nothing that hides in or behind a picture", async () => {
    const script = Buffer.from("<script>alert(document.domain)</script>");
    const commented = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, script.length + 2]),
      script,
      jpeg.subarray(2),
    ]);
    for (const file of [Buffer.concat([jpeg, script]), commented]) {
      const { status, body } = await upload(await someone(), file);
      expect(status).toBe(200);
      for (const url of [body.photo_url, body.thumbnail_url]) {
        expect((await fileAt(url)).includes("script")).toBe(false);
      }
    }
  });

  describe("who may", () => {
    it("agents their own photo", async () => {
      const id = await someone();
      const own = await lintel.createKey("agent", { brokerageId, agentId: id });
      expect((await upload(id, jpeg, own)).status).toBe(200);
      const another = await upload(await someone(), jpeg, own);
      expect([another.status, another.body]).toEqual([403, { detail: "Agents change only their own photo" }]);
    });

    it("brokers their brokerage's, admins any", async () => {
      const { id: other } = await lintel.createTenant("other");
      const { id: foreignId } = await lintel.createAgent(other);
      const agent = await lintel.createKey("agent", { brokerageId, agentId: await someone() });
      for (const key of [broker, agent]) {
        const reply = await upload(foreignId, jpeg, key);
        expect([reply.status, reply.body]).toEqual([404, { detail: "Agent not found" }]);
      }
      expect((await upload(foreignId, jpeg, await lintel.createKey("admin"))).status).toBe(200);
    });

    it("no caller a missing or disabled agent's", async () => {
      const admin = await lintel.createKey("admin");
      for (const id of [999_999, await someone({ disabled_at: new Date() })]) {
        for (const key of [broker, admin]) {
          const reply = await upload(id, jpeg, key);
          expect([reply.status, reply.body]).toEqual([404, { detail: "Agent not found" }]);
        }
      }
    });
  });

  it("deletes the photo before, and no file that another agent shows", async () => {
    const [first, second] = [await someone(), await someone()];
    const { body: shared } = await upload(first, jpeg);
    await lintel.call(`/api/admin/agents/${second}`, {
      method: "PUT",
      key: broker,
      body: { photo_url: shared.photo_url },
    });
    const { body: own } = await upload(first, jpeg);
    expect(own.photo_url).not.toBe(shared.photo_url);
    await upload(first, jpeg);
    const gone = (url: string) =>
      vi.waitFor(
        async () => expect((await lintel.app.inject(new URL(url).pathname)).statusCode).toBe(404),
        20_000,
      );
    await gone(own.photo_url);
    await gone(own.thumbnail_url);
    await fileAt(shared.photo_url);
    await fileAt(shared.thumbnail_url);
  });

  it("deletes the photo when the agent has another or none, and never a file that is not an agent's", async () => {
    const id = await someone();
    const { body } = await upload(id, jpeg);
    const put = (photo_url: string | null) =>
      lintel.call(`/api/admin/agents/${id}`, { method: "PUT", key: broker, body: { photo_url } });
    await put(null);
    await vi.waitFor(
      async () => expect((await lintel.app.inject(new URL(body.photo_url).pathname)).statusCode).toBe(404),
      20_000,
    );
    await lintel.services.storage.put("demo/kitchen.jpg", jpeg);
    await put("https://api.test/files/demo/kitchen.jpg");
    await upload(id, jpeg);
    await fileAt("https://api.test/files/demo/kitchen.jpg");
  });

  it("leaves the files of the last alone when many come at once", async () => {
    const id = await someone();
    const before = await files();
    const replies = await Promise.all(Array.from({ length: 6 }, () => upload(id, jpeg)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const name = /([0-9a-f]{32})-800/.exec(await photoOf(id))?.[1];
    await vi.waitFor(
      async () => expect(await files()).toEqual([...before, `${name}-200.jpg`, `${name}-800.jpg`].toSorted()),
      20_000,
    );
  });

  it("leaves an audit row", async () => {
    const id = await someone();
    await upload(id, jpeg);
    const row = await lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "before", "after"])
      .where("target_type", "=", "agent")
      .where("target_id", "=", String(id))
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      action: "update",
      before: { photo_url: null },
      after: { photo_url: expect.stringMatching(/^\/files\/agents\//) },
    });
  });

  it("works in a bucket; when that is away it is 503, and the agent keeps the photo", async () => {
    const s3 = await startS3Server();
    const inBucket = await startTestApp({
      STORAGE_URL: s3.url,
      PUBLIC_API_URL: "https://api.test",
      LOG_LEVEL: "fatal",
    });
    const key = await inBucket.createKey("admin");
    const { id } = await inBucket.createAgent((await inBucket.createTenant("acme")).id);
    const send = async () =>
      inBucket.call("/api/upload/agent-photo", {
        method: "POST",
        key,
        ...(await formOf({ agent_id: id, file: new Blob([new Uint8Array(jpeg)]) })),
      });
    const { status, body } = await send();
    expect(status).toBe(200);
    const photo = await inBucket.app.inject(new URL(body.photo_url).pathname);
    expect(photo.headers["content-type"]).toBe("image/jpeg");
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 800 });

    await s3.close();
    expect((await send()).status).toBe(503);
    const agent = await inBucket.call(`/api/admin/agents/${id}`, { key });
    expect(agent.body.photo_url).toBe(body.photo_url);
    await inBucket.close();
  });
});
