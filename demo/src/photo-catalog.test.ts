import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../server/src/platform/config/config.ts";
import { openStorage } from "../../server/src/platform/storage/open-storage.ts";
import { drawPhoto } from "../drawings/draw-photo.ts";
import { drawPhotos } from "./draw-photos.ts";
import { photoCatalog } from "./photo-catalog.ts";

const photos = photoCatalog();
const storageIn = (folder: string) => openStorage(readConfig({ STORAGE_URL: `file://${folder}` }));

/** True when every element that opens also closes, in order. */
function wellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, closing, name, rest] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*)>/g)) {
    if (closing) {
      if (open.pop() !== name) return false;
    } else if (!rest!.endsWith("/")) open.push(name!);
  }
  return open.length === 0;
}

describe("photoCatalog", () => {
  it("holds about 300 pictures with file names of their own", () => {
    expect(photos.length).toBeGreaterThanOrEqual(280);
    expect(photos.length).toBeLessThanOrEqual(320);
    expect(new Set(photos.map(({ file }) => file)).size).toBe(photos.length);
    for (const { file } of photos) expect(file).toMatch(/^[a-z-]+-\d\d\.jpg$/);
  });

  it("is the same every time", () => {
    expect(photoCatalog()).toEqual(photos);
  });

  it("gives every picture a caption and a room", () => {
    for (const { caption, imageOf } of photos) {
      expect(caption.length).toBeGreaterThan(8);
      expect(imageOf).not.toBe("");
    }
  });

  it("draws every picture as well-formed SVG, the same every time", () => {
    for (const photo of photos) {
      const svg = drawPhoto(photo);
      expect(svg.startsWith("<svg ")).toBe(true);
      expect(wellFormed(svg), photo.file).toBe(true);
      expect(svg).not.toMatch(/NaN|undefined|<text/);
      expect(drawPhoto(photo)).toBe(svg);
    }
  });
});

describe("drawPhotos", () => {
  it("renders all pictures, and leaves those that are there alone", async () => {
    const directory = await mkdtemp(join(tmpdir(), "demo-photos-"));
    try {
      const progress: number[] = [];
      await drawPhotos({ storage: storageIn(directory), onProgress: (done) => progress.push(done) });
      expect((await readdir(join(directory, "demo"))).sort()).toEqual(photos.map(({ file }) => file).sort());
      expect(progress.at(-1)).toBe(photos.length);
      const first = join(directory, "demo", photos[0]!.file);
      const { width, height, format } = await sharp(first).metadata();
      expect({ width, height, format }).toEqual({ width: 1024, height: 683, format: "jpeg" });
      const { mtimeMs } = await stat(first);
      await drawPhotos({ storage: storageIn(directory) });
      expect((await stat(first)).mtimeMs).toBe(mtimeMs);
    } finally {
      await rm(directory, { recursive: true });
    }
  }, 60_000);

  it("stops when it is aborted", async () => {
    const directory = await mkdtemp(join(tmpdir(), "demo-photos-"));
    try {
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(drawPhotos({ storage: storageIn(directory), signal })).rejects.toThrow("enough");
      expect(await readdir(directory)).toEqual([]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
