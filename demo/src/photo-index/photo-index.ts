import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { ImportedEnrichment } from "../../../server/src/images/index.ts";

/** What the builtin models make of the demo's photos: `npm run generate:demo-index` makes it, a test holds it against them. */
export const PHOTO_INDEX = fileURLToPath(new URL("./photo-index.json.br", import.meta.url));

export type PhotoIndex = {
  /** The models that made it, as `enrichedBy` names them. */
  enrichedBy: string;
  /** By file name, as the catalogue has it. */
  photos: Record<string, Pick<ImportedEnrichment, "visualVector" | "generatedCaption" | "photoFeatures">>;
};

type StoredPhoto = {
  visual: string;
  told: ImportedEnrichment["generatedCaption"];
  seen: ImportedEnrichment["photoFeatures"];
};

/** The file's content; its keys are those of its first version. */
type StoredIndex = { readBy: string; photos: Record<string, StoredPhoto> };

export async function readPhotoIndex(file = PHOTO_INDEX): Promise<PhotoIndex> {
  const text = (await promisify(brotliDecompress)(await readFile(file))).toString();
  const { readBy, photos } = JSON.parse(text) as StoredIndex;
  return {
    enrichedBy: readBy,
    photos: Object.fromEntries(
      Object.entries(photos).map(([name, { visual, told, seen }]) => [
        name,
        { visualVector: numbersOf(visual), generatedCaption: told, photoFeatures: seen },
      ]),
    ),
  };
}

export async function writePhotoIndex({ enrichedBy, photos }: PhotoIndex, file = PHOTO_INDEX): Promise<void> {
  const stored: StoredIndex = {
    readBy: enrichedBy,
    photos: Object.fromEntries(
      Object.entries(photos).map(([name, { visualVector, generatedCaption, photoFeatures }]) => [
        name,
        { told: generatedCaption, seen: photoFeatures, visual: textOf(visualVector) },
      ]),
    ),
  };
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(file, await promisify(brotliCompress)(JSON.stringify(stored), { params }));
}

// The bytes of the numbers, the least significant first, whatever machine reads them.
function textOf(numbers: Int16Array): string {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [at, number] of numbers.entries()) bytes.writeInt16LE(number, at * 2);
  return bytes.toString("base64");
}

function numbersOf(text: string): Int16Array {
  const bytes = Buffer.from(text, "base64");
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2));
}
