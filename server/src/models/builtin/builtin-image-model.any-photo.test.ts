import { randomFillSync } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { ModelError, type PhotoInput } from "../models.ts";
import { builtinImageModel } from "./builtin-image-model.ts";
import { builtinVisionModel } from "./builtin-vision-model.ts";

const bare = (bytes: Buffer): PhotoInput => ({ bytes, caption: null, imageOf: null });
const solid = (background: string, width = 64, height = 48, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });
const noise = (width: number, height: number) =>
  sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } });
const gradient = () =>
  sharp(Buffer.from(Array.from({ length: 256 * 40 * 3 }, (_, at) => Math.floor(at / 3) % 256)), {
    raw: { width: 256, height: 40, channels: 3 },
  });
const animation = () =>
  sharp(Buffer.concat(["#ff0000", "#0000ff"].map((color) => frame(color))), {
    raw: { width: 32, height: 64, channels: 3, pageHeight: 32 },
  });

function frame(color: string): Buffer {
  const rgb = Buffer.from(color.slice(1), "hex");
  return Buffer.concat(Array.from({ length: 32 * 32 }, () => rgb));
}

const readable: Record<string, () => Promise<Buffer>> = {
  "white alone": () => solid("#ffffff").jpeg().toBuffer(),
  "black alone": () => solid("#000000").png().toBuffer(),
  "a gradient": () => gradient().webp().toBuffer(),
  noise: () => noise(300, 200).jpeg().toBuffer(),
  "a single pixel": () => solid("#336699", 1, 1).png().toBuffer(),
  "a line of pixels": () => noise(2000, 1).png().toBuffer(),
  "a column of pixels": () => noise(1, 2000).png().toBuffer(),
  "39 megapixels": () => solid("#88aa44", 7800, 5000).jpeg().toBuffer(),
  "shades of gray": () => noise(120, 90).greyscale().jpeg().toBuffer(),
  CMYK: () => noise(120, 90).toColourspace("cmyk").jpeg().toBuffer(),
  "16 bits a channel": () => noise(60, 40).toColourspace("rgb16").png().toBuffer(),
  "half transparent": () => solid("#ff000080", 64, 48, 4).png().toBuffer(),
  "wholly transparent": () => solid("#00000000", 64, 48, 4).webp().toBuffer(),
  "a palette": () => noise(60, 40).png({ palette: true }).toBuffer(),
  "an animated GIF": () => animation().gif().toBuffer(),
  "an animated WebP": () => animation().webp().toBuffer(),
};

describe("any photo that can be read", () => {
  it.each(Object.entries(readable))("%s has a vector of length 1, and a description", async (_, make) => {
    const photo = bare(await make());
    const [vector] = (await builtinImageModel.embedImages([photo])) as [Float32Array];
    expect(vector).toHaveLength(builtinImageModel.dimensions);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(await builtinVisionModel.describe(photo)).toMatch(/^[A-Z].+\.$/);
  });

  it("is what its first frame shows, where there are several", async () => {
    const description = await builtinVisionModel.describe(
      bare(await animation().webp({ lossless: true }).toBuffer()),
    );
    expect(description).toContain("red");
    expect(description).not.toContain("blue");
  });

  it("is on white, where it is transparent", async () => {
    expect(await builtinVisionModel.describe(bare(await readable["wholly transparent"]!()))).toContain(
      "white",
    );
  });
});

describe("what is no photo", () => {
  const unreadable: Record<string, () => Promise<Buffer>> = {
    nothing: async () => Buffer.alloc(0),
    text: async () => Buffer.from("<html>Not found</html>"),
    "a drawing in SVG": async () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    "a TIFF": () => solid("#123456").tiff().toBuffer(),
    "a JPEG that is cut off": async () => (await noise(300, 200).jpeg().toBuffer()).subarray(0, 9000),
    "a PNG that is cut off": async () => (await noise(300, 200).png().toBuffer()).subarray(0, 9000),
    "a JPEG's first bytes": async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    "more than 40 megapixels": () => solid("#ffffff", 8000, 5001).png().toBuffer(),
  };

  it.each(Object.entries(unreadable))(
    "%s is refused as a bad image, and the next photo is read",
    async (_, make) => {
      const refused = builtinImageModel.embedImages([bare(await make())]);
      await expect(refused).rejects.toThrow(ModelError);
      await expect(refused).rejects.toMatchObject({ reason: "bad_image" });
      const next = await builtinImageModel.embedImages([bare(await readable["a gradient"]!())]);
      expect(next).toHaveLength(1);
    },
  );
});
