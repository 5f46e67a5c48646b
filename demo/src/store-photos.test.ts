import { mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../server/src/platform/config/config.ts";
import { openStorage } from "../../server/src/platform/storage/open-storage.ts";
import { removeFolder } from "../../server/test/harness/remove-folder.ts";
import { photoFiles, readPhoto } from "./photo-files.ts";
import { storePhotos } from "./store-photos.ts";

const storageIn = (folder: string) => openStorage(readConfig({ STORAGE_URL: `file://${folder}` }));

describe("storePhotos", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "demo-photos-"));
  });
  afterEach(() => removeFolder(folder));

  it("stores every image byte for byte, and keeps existing files", async () => {
    const progress: number[] = [];
    await storePhotos({ storage: storageIn(folder), onProgress: (done) => progress.push(done) });
    for (const file of photoFiles()) {
      expect((await readFile(join(folder, "demo", file))).equals(await readPhoto(file)), file).toBe(true);
    }
    expect(progress.at(-1)).toBe(photoFiles().length);
    const first = join(folder, "demo", photoFiles()[0]!);
    const { mtimeMs } = await stat(first);
    await storePhotos({ storage: storageIn(folder) });
    expect((await stat(first)).mtimeMs).toBe(mtimeMs);
  });

  it("rejects with the signal's reason when aborted, and stores nothing", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(storePhotos({ storage: storageIn(folder), signal })).rejects.toThrow("enough");
    expect(await readdir(folder)).toEqual([]);
  });
});
