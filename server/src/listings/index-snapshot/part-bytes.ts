import { columnKinds } from "../search-index/columns.ts";
import { type IndexPart, storedColumns, textNames } from "../search-index/index-part.ts";

/** Pages, listings, bytes of each kind of texts. */
type Sizes = readonly [pages: number, listings: number, ...textBytes: number[]];
const SIZES = 2 + textNames.length;
/** Columns of eight bytes a value follow: they begin at a multiple of eight. */
const SIZES_BYTES = Math.ceil(SIZES / 2) * 8;

/** A part as bytes: its sizes, then its arrays as they are in memory. */
export function bytesOfPart(part: IndexPart): Buffer {
  const { pages, columns } = part;
  const sizes: Sizes = [pages.length, columns.id.length, ...textNames.map((name) => part[name].utf8.length)];
  const bytes = Buffer.from(new ArrayBuffer(lengthOf(sizes)));
  new Uint32Array(bytes.buffer, 0, sizes.length).set(sizes);
  const stored = arraysIn(bytes, sizes);
  stored.pages.set(pages);
  for (const name of storedColumns) stored.columns[name].set(columns[name]);
  for (const texts of textNames) {
    stored[texts].ends.set(part[texts].ends);
    stored[texts].utf8.set(part[texts].utf8);
  }
  return bytes;
}

/**
 * The part of these bytes, which begin at a multiple of eight in their memory; nothing is copied.
 *
 * @returns null when they are not those of a part.
 */
export function partOfBytes(bytes: Buffer<ArrayBuffer>): IndexPart | null {
  if (bytes.length < SIZES_BYTES) return null;
  const sizes = [...new Uint32Array(bytes.buffer, bytes.byteOffset, SIZES)] as unknown as Sizes;
  return lengthOf(sizes) === bytes.length ? arraysIn(bytes, sizes) : null;
}

function lengthOf([pages, listings, ...textBytes]: Sizes): number {
  const valueBytes = storedColumns.reduce((sum, name) => sum + columnKinds[name].BYTES_PER_ELEMENT, 0);
  const ends = textNames.length * 4;
  const texts = textBytes.reduce((sum, bytes) => sum + bytes, 0);
  return SIZES_BYTES + listings * (valueBytes + ends) + pages * 4 + texts;
}

function arraysIn(
  { buffer, byteOffset }: Buffer<ArrayBuffer>,
  [pages, listings, ...textBytes]: Sizes,
): IndexPart {
  let at = byteOffset + SIZES_BYTES;
  const take = <Taken extends { byteLength: number }>(
    Type: new (memory: ArrayBuffer, start: number, length: number) => Taken,
    length: number,
  ): Taken => {
    const array = new Type(buffer, at, length);
    at += array.byteLength;
    return array;
  };
  // Those of eight bytes a value come first, so that each begins at a multiple of its size.
  const columns = Object.fromEntries(
    storedColumns.map((name) => [name, take<ArrayBufferView>(columnKinds[name], listings)]),
  ) as unknown as IndexPart["columns"];
  const pageSizes = take(Int32Array, pages);
  const ends = textNames.map(() => take(Uint32Array, listings));
  const texts = textNames.map((name, nth) => [
    name,
    { ends: ends[nth], utf8: take(Uint8Array, textBytes[nth] as number) },
  ]);
  return {
    pages: pageSizes,
    columns,
    ...(Object.fromEntries(texts) as Pick<IndexPart, (typeof textNames)[number]>),
  };
}
