import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { picture, pngChunk, pngThatClaims } from "./pictures.ts";

export type Hostile = [what: string, bytes: () => Buffer | Promise<Buffer>];

const jpeg = () => picture(60, 40).jpeg().toBuffer();
const png = () => picture(60, 40).png().toBuffer();
const latin = (text: string) => Buffer.from(text, "latin1");

/** Files that are no JPEG, PNG, WebP or GIF, under any name. */
export const noImages: Hostile[] = [
  ["zero bytes", () => Buffer.alloc(0)],
  ["one byte", () => Buffer.from([0xff])],
  ["a kilobyte of zeros", () => Buffer.alloc(1024)],
  [
    "SVG with a script",
    () => latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ["SVG behind a byte order mark", () => latin("\xef\xbb\xbf<svg/>")],
  ["SVG that is gzipped", () => gzipSync("<svg/>")],
  [
    "SVG that names a file",
    () => latin('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
  ],
  ["HTML", () => latin("<!doctype html><script>alert(1)</script>")],
  ["HTML behind white space", () => latin("\n\n  <html>")],
  ["PDF", () => latin("%PDF-1.7\n1 0 obj")],
  ["TIFF, little-endian", () => picture(60, 40).tiff().toBuffer()],
  ["TIFF, big-endian", () => latin("MM\0*\0\0\0\x08")],
  ["AVIF", () => picture(60, 40).avif({ effort: 0 }).toBuffer()],
  ["HEIC", () => latin("\0\0\0\x18ftypheic\0\0\0\0mif1heic")],
  ["BMP", () => latin("BM\x46\0\0\0\0\0\0\0\x36\0\0\0")],
  ["an icon", () => Buffer.from([0, 0, 1, 0, 1, 0, 16, 16])],
  ["ImageMagick's vector format", () => latin("push graphic-context\nfill 'url(https://x.test/)'")],
  ["PostScript", () => latin("%!PS-Adobe-3.0 EPSF-3.0")],
  ["a ZIP file", () => latin("PK\x03\x04")],
  ["a JPEG that is gzipped", async () => gzipSync(await jpeg())],
  ["a gzip bomb", () => gzipSync(Buffer.alloc(50_000_000))],
  ["a RIFF file that is a sound", () => latin("RIFF\x24\0\0\0WAVEfmt ")],
  ["a JPEG behind one byte", async () => Buffer.concat([Buffer.from([0]), await jpeg()])],
];

/** What begins as a picture and cannot be read to its end. */
export const damaged: Hostile[] = [
  ["a JPEG's first three bytes", async () => (await jpeg()).subarray(0, 3)],
  ["a JPEG without its picture", async () => (await jpeg()).subarray(0, 200)],
  ["a JPEG without its last third", async () => firstPart(await noise().jpeg().toBuffer())],
  [
    "a progressive JPEG without its last third",
    async () => firstPart(await noise().jpeg({ progressive: true }).toBuffer()),
  ],
  [
    "a JPEG's signature before noise",
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)]),
  ],
  ["a PNG's signature alone", async () => (await png()).subarray(0, 8)],
  ["a PNG without its last third", async () => firstPart(await noise().png().toBuffer())],
  ["a PNG of no width", () => pngThatClaims(0, 10)],
  ["a PNG of negative height", () => pngThatClaims(10, 0xffffffff)],
  ["a PNG that is smaller than it says", () => pngThatClaims(500, 500)],
  ["a PNG that says it is as large as allowed", () => pngThatClaims(8000, 5000)],
  ["a WebP's header alone", () => latin("RIFF\x10\0\0\0WEBPVP8 nonsense")],
  ["a WebP without its last third", async () => firstPart(await noise().webp().toBuffer())],
  ["a GIF's header alone", () => latin("GIF89a\x05\0\x05\0")],
  ["a GIF without its last third", async () => firstPart(await noise().gif().toBuffer())],
  ["a GIF that is a script", () => latin("GIF89a/*\0\0\0*/=1;alert(1)")],
  ["a GIF of no size", () => latin("GIF89a\0\0\0\0\0\0\0;")],
];

/** Bytes that would become gigabytes. */
export const bombs: Hostile[] = [
  ["a PNG of 100,000 by 100,000", () => pngThatClaims(100_000, 100_000)],
  ["a PNG of one row over 40 megapixels", () => pngThatClaims(8000, 5001)],
  [
    "a PNG of zeros, 20,000 by 20,000",
    () => pngThatClaims(20_000, 20_000, deflateSync(Buffer.alloc(10_000_000))),
  ],
  ["a JPEG of 65,000 by 65,000", async () => jpegThatClaims(await jpeg(), 65_000, 65_000)],
  ["a GIF of 65,535 by 65,535", async () => gifThatClaims(await picture(60, 40).gif().toBuffer(), 65_535)],
  ["a WebP of 16,383 by 16,383", async () => webpThatClaims(await picture(60, 40).webp().toBuffer(), 16_383)],
];

/** Odd, and to be read all the same: each is 60 by 40. */
export const odd: Hostile[] = [
  [
    "a JPEG with a web page behind it",
    async () => Buffer.concat([await jpeg(), latin("<script>alert(1)</script>")]),
  ],
  [
    "a JPEG with a ZIP file behind it",
    async () => Buffer.concat([await jpeg(), latin("PK\x03\x04secret.php")]),
  ],
  [
    "a PNG with a script in its words",
    async () => withChunk(await png(), "tEXt", latin("Comment\0<script>alert(1)</script>")),
  ],
  [
    "a PNG whose words are a bomb",
    async () =>
      withChunk(await png(), "zTXt", Buffer.concat([latin("a\0\0"), deflateSync(Buffer.alloc(50_000_000))])),
  ],
  [
    "a GIF with a script behind it",
    async () => Buffer.concat([await picture(60, 40).gif().toBuffer(), latin("<script>")]),
  ],
  [
    "a JPEG with NULs in its EXIF",
    () =>
      picture(60, 40)
        .withExif({ IFD0: { Make: "a\0b\0<script>", Copyright: "\0\0" } })
        .jpeg()
        .toBuffer(),
  ],
  [
    "a JPEG with a turn that there is not",
    async () => withOrientation(await picture(60, 40).withMetadata({ orientation: 3 }).jpeg().toBuffer(), 99),
  ],
  ["a JPEG in CMYK", () => picture(60, 40).toColourspace("cmyk").jpeg().toBuffer()],
  ["a PNG of 16 bits", () => picture(60, 40).toColourspace("rgb16").png().toBuffer()],
  ["a grey PNG with transparency", () => picture(60, 40).greyscale().ensureAlpha(0.5).png().toBuffer()],
  [
    "a GIF of 300 frames",
    () =>
      animation(300)
        .gif({ delay: Array(300).fill(20) })
        .toBuffer(),
  ],
  [
    "a WebP of 100 frames",
    () =>
      animation(100)
        .webp({ delay: Array(100).fill(20) })
        .toBuffer(),
  ],
  ["a JPEG of exactly 10 MB", async () => padded(await jpeg(), 10 * 1_048_576)],
];

export function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
}

function noise() {
  const of = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 300, height: 200, channels: 3, background: "#888", noise: of } });
}

function firstPart(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor((bytes.length * 2) / 3));
}

/** Frames that differ, or an encoder would make one of them. */
function animation(frames: number) {
  const pixels = Buffer.alloc(60 * 40 * 3 * frames);
  for (let at = 0; at < pixels.length; at++) pixels[at] = Math.floor(at / (60 * 40 * 3)) % 2 ? 200 : 40;
  return sharp(pixels, { raw: { width: 60, height: 40 * frames, channels: 3, pageHeight: 40 } });
}

function withChunk(bytes: Buffer, type: string, data: Buffer): Buffer {
  // Signature and header come first.
  return Buffer.concat([bytes.subarray(0, 33), pngChunk(type, data), bytes.subarray(33)]);
}

/** Height and width stand behind the marker of a frame, its length and its depth. */
function jpegThatClaims(bytes: Buffer, width: number, height: number): Buffer {
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** Of its screen and of its first frame, which begins behind 21 f9, four bytes and two. */
function gifThatClaims(bytes: Buffer, side: number): Buffer {
  const frame = bytes.indexOf(0x2c, bytes.indexOf(Buffer.from([0x21, 0xf9, 0x04])) + 8);
  for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(side, at);
  return bytes;
}

/** Of a lossy one: behind the three bytes that begin its frame. */
function webpThatClaims(bytes: Buffer, side: number): Buffer {
  const start = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  bytes.writeUInt16LE(side, start + 3);
  bytes.writeUInt16LE(side, start + 5);
  return bytes;
}

function withOrientation(bytes: Buffer, orientation: number): Buffer {
  const tag = bytes.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00]));
  bytes.writeUInt16LE(orientation, tag + 8);
  return bytes;
}
