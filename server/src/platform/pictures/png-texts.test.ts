import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, it } from "vitest";
import { withoutPngTexts } from "./png-texts.ts";

const png = await sharp({ create: { width: 6, height: 4, channels: 3, background: "#a02020" } })
  .png()
  .toBuffer();
/** After the header, where a decoder reads it first. Its checksum is wrong, which no decoder minds in a text. */
const withText = (file: Buffer, type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([
    file.subarray(0, 33),
    length,
    Buffer.from(type, "latin1"),
    data,
    Buffer.alloc(4),
    file.subarray(33),
  ]);
};
const packed = Buffer.concat([Buffer.from("a\0\0", "latin1"), deflateSync(Buffer.alloc(50_000_000))]);

it("leaves texts out, wherever and however many they are, and nothing else", () => {
  const one = withText(png, "zTXt", packed);
  const two = withText(one, "tEXt", Buffer.from("Comment\0<script>"));
  const three = Buffer.concat([withText(two, "iTXt", Buffer.alloc(0)), Buffer.from("behind")]);
  expect(withoutPngTexts(one).equals(png)).toBe(true);
  expect(withoutPngTexts(two).equals(png)).toBe(true);
  expect(withoutPngTexts(three).equals(Buffer.concat([png, Buffer.from("behind")]))).toBe(true);
});

it("leaves other files and truncated ones as they are", async () => {
  const jpeg = await sharp(png).jpeg().toBuffer();
  for (const bytes of [png, jpeg, Buffer.alloc(0), png.subarray(0, 20), Buffer.from("zTXt")])
    expect(withoutPngTexts(bytes).equals(bytes)).toBe(true);
  const cut = withText(png, "zTXt", packed).subarray(0, 60);
  expect(withoutPngTexts(cut).equals(png.subarray(0, 33))).toBe(true);
});
