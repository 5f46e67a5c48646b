import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { KnownReading } from "../../../server/src/images/index.ts";

/** What the builtin models make of the demo's photos: `npm run generate:demo-index` makes it, a test holds it against them. */
export const PHOTO_INDEX = fileURLToPath(
  new URL("../../../demo/src/photo-index/photo-index.json.br", import.meta.url),
);

export type PhotoIndex = {
  /** Which models these were, as `readBy` names them. */
  readBy: string;
  /** By file name, as the catalogue has it. */
  photos: Record<string, Pick<KnownReading, "visual" | "told" | "seen">>;
};

type Kept = { readBy: string; photos: Record<string, { visual: string } & Omit<KnownReading, "visual">> };

export async function readPhotoIndex(file = PHOTO_INDEX): Promise<PhotoIndex> {
  const text = (await promisify(brotliDecompress)(await readFile(file))).toString();
  const { readBy, photos } = JSON.parse(text) as Kept;
  return {
    readBy,
    photos: Object.fromEntries(
      Object.entries(photos).map(([name, { visual, ...rest }]) => [
        name,
        { ...rest, visual: numbersOf(visual) },
      ]),
    ),
  };
}

export async function writePhotoIndex({ readBy, photos }: PhotoIndex, file = PHOTO_INDEX): Promise<void> {
  const kept = Object.fromEntries(
    Object.entries(photos).map(([name, { visual, ...rest }]) => [name, { ...rest, visual: textOf(visual) }]),
  );
  const text = JSON.stringify({ readBy, photos: kept });
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(file, await promisify(brotliCompress)(text, { params }));
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
