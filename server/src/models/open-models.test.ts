import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "../../test/harness/run-lintel.ts";
import { readConfig } from "../platform/config/config.ts";
import { createLog } from "../platform/log.ts";
import { builtinImageModel } from "./builtin/builtin-image-model.ts";
import { builtinTextModel } from "./builtin/builtin-text-model.ts";
import { builtinVisionModel } from "./builtin/builtin-vision-model.ts";
import { findDetectorPackages } from "./builtin/objects/detector-package.ts";
import type { Models } from "./models.ts";
import { openModels } from "./open-models.ts";
import { modelId } from "./text-model.ts";

describe("openModels", () => {
  let models: Models | null = null;
  afterEach(() => models?.close());
  const open = (environment: Record<string, string> = {}): Models => {
    models = openModels(readConfig({ PHOTO_DETECTOR: "off", ...environment }), createLog("silent"));
    return models;
  };
  const server = { MODEL_PROVIDER: "server", MODEL_SERVER_URL: "http://127.0.0.1:1", TEXT_MODEL: "bge-m3" };

  it("opens the built-in ones by default", () => {
    const { provider, text, images, vision } = open();
    expect(provider).toBe("builtin");
    expect([text, images, vision]).toEqual([builtinTextModel, builtinImageModel, builtinVisionModel]);
  });

  it.skipIf(findDetectorPackages().problem !== null)(
    "opens photo models of other ids with the object detector, and finds both by their ids",
    () => {
      const { images, vision, imageModelOf } = open({ PHOTO_DETECTOR: "on" });
      expect([modelId(images), modelId(vision)]).not.toContain(modelId(builtinImageModel));
      expect(images.dimensions).not.toBe(builtinImageModel.dimensions);
      expect(imageModelOf(modelId(images))).toBe(images);
      expect(imageModelOf(modelId(builtinImageModel))).toBe(builtinImageModel);
      expect(open({ ...server, PHOTO_DETECTOR: "on" }).images.version).toBe(images.version);
      // Switched off again, its stored vectors answer until photos are enriched without it.
      expect(open().imageModelOf(modelId(images))?.dimensions).toBe(images.dimensions);
    },
  );

  it("keeps the built-in ones for photos where a server has none named", () => {
    const { provider, text, images, vision } = open(server);
    expect([provider, text.name]).toEqual(["server", "bge-m3"]);
    expect([images, vision]).toEqual([builtinImageModel, builtinVisionModel]);
    const named = open({ ...server, IMAGE_EMBEDDING_MODEL: "clip", VISION_MODEL: "qwen2.5vl" });
    expect([named.images.name, named.vision.name]).toEqual(["clip", "qwen2.5vl"]);
  });

  it("opens without the server, and says of what is asked then that it is unavailable", async () => {
    const { text } = open({ ...server, MODEL_SERVER_URL: `http://127.0.0.1:${await freePort()}` });
    await expect(text.embed(["barn"], { as: "query" })).rejects.toMatchObject({ reason: "unavailable" });
  });

  it("finds the model whose vectors are stored, of this provider or built in", () => {
    const { text, textModelOf } = open(server);
    expect(textModelOf(modelId(text))).toBe(text);
    expect(textModelOf(modelId({ ...text, name: "nomic-embed-text" }))?.name).toBe("nomic-embed-text");
    expect(textModelOf(modelId(builtinTextModel))).toBe(builtinTextModel);
    for (const id of ["bge-m3@local-1-00000000", "@server-1", "", "builtin@0"]) {
      expect(textModelOf(id)).toBeNull();
    }
  });
});
