import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  chatReply,
  type ModelRequest,
  type ModelServer,
  rightReply,
  startModelServer,
} from "../../../test/harness/model-server.ts";
import type { PhotoInput } from "../models.ts";
import { cosineOf } from "../unit-vector.ts";
import { photoFeatures } from "../vocabulary/photo-features.ts";
import { ModelEndpoint } from "./model-endpoint.ts";
import { serverImageModel } from "./server-image-model.ts";
import { serverVisionModel } from "./server-vision-model.ts";

async function photo(background: string, side = 64): Promise<PhotoInput> {
  const image = sharp({ create: { width: side, height: side, channels: 3, background } });
  return { bytes: await image.png().toBuffer(), caption: null, imageOf: null };
}
const noPhoto: PhotoInput = { bytes: Buffer.from("no picture"), caption: null, imageOf: null };

describe("photos at a model server", () => {
  let server: ModelServer;
  let endpoint: ModelEndpoint;
  beforeEach(async () => {
    server = await startModelServer();
    endpoint = new ModelEndpoint({ url: server.url, key: null }, "model");
  });
  afterEach(async () => {
    endpoint.close();
    await server.close();
  });

  describe("serverImageModel", () => {
    const messagesOnly = (request: ModelRequest) =>
      Array.isArray(request.body.input) && typeof request.body.input[0] !== "string"
        ? { status: 422, body: { detail: "input: Input should be a valid string" } }
        : rightReply(request);

    it.each([
      ["as items of the input", rightReply, 2],
      ["as a chat message, where items are refused", messagesOnly, 10],
    ])("embeds photos %s", async (_how, reply, calls) => {
      server.reply = reply;
      const images = serverImageModel(endpoint);
      await images.embedTexts(["warm up"]);
      server.requests.length = 0;
      const photos = await Promise.all(
        ["red", "blue", ...Array.from({ length: 8 }, () => "red")].map((color) => photo(color)),
      );
      const vectors = await images.embedImages(photos);
      expect(server.requests).toHaveLength(calls);
      const [red, blue] = vectors as [Float32Array, Float32Array];
      expect(vectors.slice(2).every((vector) => cosineOf(vector, red) > 0.999)).toBe(true);
      expect(cosineOf(red, blue)).toBeLessThan(0.5);
      expect(Math.hypot(...red)).toBeCloseTo(1, 6);
    });

    it("measures what words have in common with pictures that show nothing", async () => {
      const images = serverImageModel(endpoint);
      expect(images.noise).toBe(1);
      const [words] = await images.embedTexts(["red barn"]);
      expect(images.noise).toBeGreaterThan(0);
      expect(images.noise).toBeLessThan(1);
      expect([words?.length, images.dimensions]).toEqual([16, 16]);
      expect(await images.embedTexts([" "])).toEqual([new Float32Array(16)]);
    });

    it("has no way to photos where a server takes texts alone", async () => {
      server.reply = (request) =>
        typeof (request.body.input as unknown[] | undefined)?.[0] === "string"
          ? rightReply(request)
          : { status: 400, body: {} };
      const images = serverImageModel(endpoint);
      await expect(images.embedImages([await photo("red")])).rejects.toMatchObject({ reason: "failed" });
      expect(server.requests).toHaveLength(3);
    });

    it("sends no more of a photo than models look at, and nothing of what is none", async () => {
      const images = serverImageModel(endpoint);
      await images.embedTexts(["warm up"]);
      server.requests.length = 0;
      await images.embedImages([await photo("red", 3000)]);
      const [{ body }] = server.requests as [ModelRequest];
      const [{ image }] = body.input as [{ image: string }];
      const sent = await sharp(
        Buffer.from(image.replace("data:image/jpeg;base64,", ""), "base64"),
      ).metadata();
      expect([sent.width, sent.format]).toEqual([512, "jpeg"]);
      server.requests.length = 0;
      await expect(images.embedImages([noPhoto])).rejects.toMatchObject({ reason: "bad_image" });
      expect(server.requests).toEqual([]);
    });
  });

  describe("serverVisionModel", () => {
    const open = () => serverVisionModel(endpoint);

    it("describes a photo in the server's words, on one line", async () => {
      server.reply = () => chatReply('<think>Is it a kitchen?</think>\n\n"A kitchen.\nIt has an island."');
      expect(await open().describe(await photo("red"))).toBe("A kitchen. It has an island.");
      const [{ body }] = server.requests as [ModelRequest];
      const [message] = body.messages as [{ content: { type: string }[] }];
      expect(message.content.map(({ type }) => type)).toEqual(["text", "image_url"]);
    });

    it("keeps whole sentences of a description that has no end", async () => {
      server.reply = () => chatReply("It has an island. ".repeat(500));
      const description = await open().describe(await photo("red"));
      expect(description.length).toBeLessThanOrEqual(600);
      expect(description).toMatch(/ It has an island\.$/);
    });

    it("classifies by the labels that were asked for", async () => {
      server.reply = () =>
        chatReply(
          '{"labels": [{"label": "garage", "confidence": 3}, {"label": "kitchen", "confidence": 0.8}]}',
        );
      expect(await open().classify(await photo("red"), ["kitchen", "bath", "garage"])).toEqual([
        { label: "kitchen", confidence: 0.8 },
        { label: "garage", confidence: 0.03 },
        { label: "bath", confidence: 0 },
      ]);
      expect(await open().classify(await photo("red"), [])).toEqual([]);
    });

    it("names the features it was asked for that the server is sure of, the surest first", async () => {
      server.reply = () =>
        chatReply(
          'Here: {"labels": [{"label": "brick", "confidence": 0.6}, {"label": "Kitchen island", "confidence": "95%"}, ' +
            '{"label": "Carpet", "confidence": 0.2}, {"label": "unicorn", "confidence": 1}]}',
        );
      expect(await open().features(await photo("red"))).toEqual([
        { key: "island", label: "Kitchen island", confidence: 0.95, category: "feature" },
        { key: "brick", label: "Brick", confidence: 0.6, category: "material" },
      ]);
      const [{ body }] = server.requests as [ModelRequest];
      const [message] = body.messages as [{ content: [{ text: string }] }];
      expect(message.content[0].text).toContain('"Kitchen island"');
      expect(body.max_tokens).toBeLessThanOrEqual(1000);
    });

    it("believes at most fifteen features, however many a server names", async () => {
      const labels = [...photoFeatures.values()].map(({ label }) => ({ label, confidence: 1 }));
      server.reply = () => chatReply(JSON.stringify({ labels }));
      expect(await open().features(await photo("red"))).toHaveLength(15);
    });

    it.each(["A kitchen.", "{}}", '{"labels": 3}', '{"labels": [{"label": "Brick"'])(
      "refuses %j as features",
      async (content) => {
        server.reply = () => chatReply(content);
        await expect(open().features(await photo("red"))).rejects.toMatchObject({ reason: "failed" });
      },
    );

    it("asks without what this server does not take, and remembers it", async () => {
      server.reply = (request) =>
        "temperature" in request.body ? { status: 400, body: {} } : chatReply('{"kitchen": 1}');
      const vision = open();
      await vision.classify(await photo("red"), ["kitchen"]);
      await vision.classify(await photo("red"), ["kitchen"]);
      expect(server.requests.map(({ body }) => "temperature" in body)).toEqual([true, false, false]);
    });

    it.each([
      ["no text", { body: { choices: [{ message: { content: null } }] } }],
      ["thoughts alone", chatReply("<think>hm</think>")],
      ["no choice", { body: {} }],
      ["a page", { body: "<html>" }],
    ])("refuses %s", async (_what, reply) => {
      server.reply = () => reply;
      await expect(open().describe(await photo("red"))).rejects.toMatchObject({ reason: "failed" });
    });

    it("sends nothing of what is no picture", async () => {
      await expect(open().describe(noPhoto)).rejects.toMatchObject({ reason: "bad_image" });
      expect(server.requests).toEqual([]);
    });
  });
});
