import { deflateSync } from "node:zlib";
import sharp from "sharp";
import type { Hostile } from "./hostile-pictures.ts";
import { picture, pngChunk } from "./pictures.ts";

const latin = (text: string) => Buffer.from(text, "latin1");
const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#8888aa" } });

const recipes: Hostile[] = [
  ["a progressive JPEG of 2,646 scans", () => withScans(2646, 2400, 1600)],
  ["a progressive JPEG of 20,000 scans", () => withScans(20_000, 600, 400)],
  ["a progressive JPEG of 90 scans and 39 megapixels", () => withScans(80, 7800, 5000)],
  ["a JPEG of 200,000 comments", async () => withSegments(await jpeg(), 200_000, 0xfe, Buffer.alloc(30))],
  ["a JPEG of 60,000 tables", async () => withSegments(await jpeg(), 60_000, 0xdb, quantisation())],
  [
    "a JPEG with 3 MB of a colour profile that is none",
    async () => withProfile(await jpeg(), Buffer.alloc(3_000_000, 0x5a)),
  ],
  [
    "a JPEG with a profile whose tables claim gigabytes",
    async () => withProfile(await jpeg(), hugeProfile()),
  ],
  ["a JPEG whose EXIF points at itself", async () => withSegments(await jpeg(), 1, 0xe1, circularExif())],
  ["a JPEG of 10 MB of fill bytes", async () => withFill(await jpeg(), 10_000_000)],
  ["an interlaced PNG of 40 megapixels", () => flat(8000, 5000).png({ progressive: true }).toBuffer()],
  [
    "an interlaced PNG of 40 megapixels, 16 bits and transparency",
    () => flat(8000, 5000, 4).toColourspace("rgb16").png({ progressive: true }).toBuffer(),
  ],
  ["a PNG of 300,000 words", async () => withChunks(await png(), 300_000, "tEXt", latin("a\0b"))],
  [
    "a PNG of 900 packed words that are bombs",
    async () =>
      withChunks(
        await png(),
        900,
        "zTXt",
        Buffer.concat([latin("a\0\0"), deflateSync(Buffer.alloc(7_000_000))]),
      ),
  ],
  [
    "a PNG whose colour profile is a bomb",
    async () =>
      withChunks(
        await png(),
        1,
        "iCCP",
        Buffer.concat([latin("a\0\0"), deflateSync(Buffer.alloc(400_000_000))]),
      ),
  ],
  [
    "a PNG of 500,000 empty pieces of pixels",
    async () => withChunks(await png(), 500_000, "IDAT", Buffer.alloc(0)),
  ],
  ["a GIF of 300,000 frames", () => gifOf(300_000)],
  ["a GIF of 40 megapixels", () => flat(8000, 5000).gif().toBuffer()],
  ["a WebP of 200,000 frames", async () => webpOf(200_000, await picture(60, 40).webp().toBuffer())],
  ["a WebP of 40 megapixels", () => flat(8000, 5000).webp({ lossless: true, effort: 0 }).toBuffer()],
];

/** Small files within all limits that take seconds or minutes, or hundreds of megabytes, to decode; each is made once. */
export const slow: Hostile[] = recipes.map(([what, make]) => {
  let made: Buffer | Promise<Buffer> | undefined;
  return [
    what,
    () => {
      made ??= make();
      return made;
    },
  ];
});

const jpeg = () => picture(60, 40).jpeg().toBuffer();
const png = () => picture(60, 40).png().toBuffer();

/** The last scan of a progressive JPEG, again and again: each is a pass over all of its pixels. */
async function withScans(scans: number, width: number, height: number): Promise<Buffer> {
  const bytes = await flat(width, height).jpeg({ progressive: true, quality: 50 }).toBuffer();
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(last, bytes.length - 2);
  return Buffer.concat([bytes.subarray(0, last), ...Array(scans).fill(scan), bytes.subarray(-2)]);
}

function withSegments(bytes: Buffer, count: number, marker: number, content: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0, 0]), content]);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([bytes.subarray(0, 2), ...Array(count).fill(segment), bytes.subarray(2)]);
}

/** A table of steps for the colours, of eight bits. */
function quantisation(): Buffer {
  return Buffer.concat([Buffer.from([3]), Buffer.alloc(64, 9)]);
}

function withProfile(bytes: Buffer, profile: Buffer): Buffer {
  const most = 65_000;
  const count = Math.ceil(profile.length / most);
  const segments = Array.from({ length: count }, (_each, at) => {
    const part = profile.subarray(at * most, (at + 1) * most);
    const content = Buffer.concat([latin("ICC_PROFILE\0"), Buffer.from([at + 1, count]), part]);
    return withSegments(bytes.subarray(0, 2), 1, 0xe2, content).subarray(2);
  });
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);
}

/** Of RGB, with a hundred tags that all claim the rest of the file. */
function hugeProfile(): Buffer {
  const profile = Buffer.alloc(2_000_000, 0x11);
  profile.writeUInt32BE(profile.length, 0);
  profile.write("lcms\x04\x30\0\0mntrRGB XYZ ", 4, "latin1");
  profile.write("acsp", 36, "latin1");
  profile.writeUInt32BE(100, 128);
  for (let tag = 0; tag < 100; tag++) {
    profile.write(["A2B0", "A2B1", "rTRC", "gTRC"][tag % 4] as string, 132 + tag * 12, "latin1");
    profile.writeUInt32BE(1400, 136 + tag * 12);
    profile.writeUInt32BE(1_900_000, 140 + tag * 12);
  }
  profile.write("mft2\0\0\0\0\x03\x03\xff\0", 1400, "latin1");
  return profile;
}

/** Its directory has 5,000 entries, is its own next one, and the directory of its details is itself. */
function circularExif(): Buffer {
  const tiff = Buffer.alloc(65_000 - 6);
  tiff.write("II*\0\x08\0\0\0", 0, "latin1");
  tiff.writeUInt16LE(5000, 8);
  for (let entry = 0; entry < 5000; entry++) {
    tiff.writeUInt16LE(entry % 2 ? 0x8769 : 0x8825, 10 + entry * 12);
    tiff.writeUInt16LE(4, 12 + entry * 12);
    tiff.writeUInt32LE(1, 14 + entry * 12);
    tiff.writeUInt32LE(8, 18 + entry * 12);
  }
  tiff.writeUInt32LE(8, 10 + 5000 * 12);
  return Buffer.concat([latin("Exif\0\0"), tiff]);
}

function withFill(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes.subarray(0, 2), Buffer.alloc(length, 0xff), bytes.subarray(2)]);
}

function withChunks(bytes: Buffer, count: number, type: string, data: Buffer): Buffer {
  const chunk = pngChunk(type, data);
  // Signature and header come first.
  return Buffer.concat([bytes.subarray(0, 33), ...Array(count).fill(chunk), bytes.subarray(33)]);
}

/** Frames of one pixel. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from("GIF89a\x3c\0\x28\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  const frame = Buffer.from("\x21\xf9\x04\0\x02\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", "latin1");
  return Buffer.concat([head, ...Array(frames).fill(frame), Buffer.from(";")]);
}

function webpOf(frames: number, still: Buffer): Buffer {
  const pixels = still.subarray(12);
  const head = Buffer.from("VP8X\x0a\0\0\0\x02\0\0\0\x3b\0\0\x27\0\0ANIM\x06\0\0\0\0\0\0\0\0\0", "latin1");
  const place = Buffer.from("\0\0\0\0\0\0\x3b\0\0\x27\0\0\x14\0\0\0", "latin1");
  const frame = Buffer.concat([latin("ANMF"), Buffer.alloc(4), place, pixels]);
  frame.writeUInt32LE(place.length + pixels.length, 4);
  const fitting = Math.min(frames, Math.floor(9_900_000 / frame.length));
  const body = Buffer.concat([latin("WEBP"), head, ...Array(fitting).fill(frame)]);
  const riff = Buffer.concat([latin("RIFF"), Buffer.alloc(4)]);
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}
