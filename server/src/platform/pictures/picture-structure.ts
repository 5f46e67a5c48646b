/** More are refused by the readers of headers, with an error of their own. */
export const MAX_PIXELS = 40_000_000;
/** Encoders write up to a dozen. */
const MAX_SCANS = 100;
/** Each scan is a pass over all pixels: a dozen over the largest picture. */
const MAX_SCANNED_PIXELS = 12 * MAX_PIXELS;
/** Decoded: the largest picture in red, green, blue and opacity of 8 bits each. */
const MAX_PNG_BYTES = 4 * MAX_PIXELS;
/** Animations in feeds have about a hundred; decoders index all of them to show the first. */
const MAX_FRAMES = 2000;
/** libpng writes one for each 8 kB of pixels. */
const MAX_CHUNKS = 20_000;

/**
 * True when a JPEG, PNG, WebP or GIF has no more scans, frames or chunks than a legitimate one, and is no deeper: a
 * small file of many parts, or of 40 megapixels of 16 bits, takes seconds or minutes to decode. Other or truncated
 * files are left to the decoder. Linear in the file's size.
 */
export function hasBoundedParts(bytes: Buffer): boolean {
  if (bytes.length < 16) return true;
  if (bytes[0] === 0xff && bytes[1] === 0xd8) {
    const { scans, pixels } = scansOf(bytes);
    return scans <= MAX_SCANS && scans * Math.min(pixels, MAX_PIXELS) <= MAX_SCANNED_PIXELS;
  }
  if (bytes[0] === 0x89) {
    if (decodedBytesOfPng(bytes) > MAX_PNG_BYTES) return false;
    return chunksOf(bytes, { from: 8, overhead: 12, lengthAt: 0, bigEndian: true }).all <= MAX_CHUNKS;
  }
  if (bytes.toString("latin1", 0, 3) === "GIF") return framesOfGif(bytes) <= MAX_FRAMES;
  const { all, frames } = chunksOf(bytes, { from: 12, overhead: 8, lengthAt: 4, bigEndian: false });
  return all <= MAX_CHUNKS && frames <= MAX_FRAMES;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

function scansOf(jpeg: Buffer): { scans: number; pixels: number } {
  const found = { scans: 0, pixels: 0 };
  for (let index = 2; index >= 0 && index + 3 < jpeg.length && found.scans <= MAX_SCANS; ) {
    index = jpeg.indexOf(0xff, index);
    if (index < 0) break;
    const marker = jpeg[index + 1] as number;
    // Fill bytes, stuffed bytes and restart markers have no length.
    if (marker === 0xff) index += 1;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) index += 2;
    else if (marker === END_OF_IMAGE) break;
    else {
      if (marker === START_OF_SCAN) found.scans++;
      if (isStartOfFrame(marker) && index + 8 < jpeg.length) {
        found.pixels = Math.max(found.pixels, jpeg.readUInt16BE(index + 5) * jpeg.readUInt16BE(index + 7));
      }
      index += 2 + (index + 3 < jpeg.length ? jpeg.readUInt16BE(index + 2) : 0);
    }
  }
  return found;
}

/** 0xc4, 0xc8 and 0xcc are tables and an extension. */
function isStartOfFrame(marker: number): boolean {
  return marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 !== 0);
}

/** By the color type of the header: gray, red green blue, palette, gray and opacity, all four. */
const PNG_SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function decodedBytesOfPng(png: Buffer): number {
  if (png.length < 26) return 0;
  const samples = PNG_SAMPLES[png[25] as number] ?? 4;
  const pixels = Math.min(png.readUInt32BE(16) * png.readUInt32BE(20), MAX_PIXELS);
  return (pixels * samples * (png[24] as number)) / 8;
}

type Layout = { from: number; overhead: number; lengthAt: 0 | 4; bigEndian: boolean };

/** Chunks of PNG (length, type, data, checksum) or WebP (type, length, data, padded to an even length). */
function chunksOf(bytes: Buffer, { from, overhead, lengthAt, bigEndian }: Layout) {
  const count = { all: 0, frames: 0 };
  for (let index = from; index + 8 <= bytes.length && count.all <= MAX_CHUNKS; count.all++) {
    const length = bigEndian ? bytes.readUInt32BE(index + lengthAt) : bytes.readUInt32LE(index + lengthAt);
    if (bytes.toString("latin1", index, index + 4) === "ANMF") count.frames++;
    index += overhead + (bigEndian ? length : length + (length % 2));
  }
  return count;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;

function framesOfGif(gif: Buffer): number {
  let frames = 0;
  let at = 13 + colorsOf(gif[10] as number);
  while (at + 1 < gif.length && frames <= MAX_FRAMES) {
    if (gif[at] === EXTENSION) at = afterBlocks(gif, at + 2);
    else if (gif[at] === IMAGE) {
      frames++;
      at = afterBlocks(gif, at + 11 + colorsOf(gif[at + 9] ?? 0));
    } else break;
  }
  return frames;
}

/** Size of the colour table that these flags announce. */
function colorsOf(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterBlocks(gif: Buffer, from: number): number {
  let at = from;
  while (at < gif.length && gif[at] !== 0) at += 1 + (gif[at] as number);
  return at + 1;
}
