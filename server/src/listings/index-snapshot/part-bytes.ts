import { columnKinds } from "../search-index/columns.ts";
import { type IndexPart, storedColumns } from "../search-index/index-part.ts";

/** Pages, listings, bytes of listing ids, bytes of addresses. */
type Sizes = readonly [pages: number, listings: number, idBytes: number, addressBytes: number];
const SIZES_BYTES = 16;

/** A part as bytes: its sizes, then its arrays as they are in memory. */
export function bytesOfPart(part: IndexPart): Buffer {
  const { pages, columns, listingIds, addresses } = part;
  const sizes: Sizes = [pages.length, columns.id.length, listingIds.utf8.length, addresses.utf8.length];
  const bytes = Buffer.from(new ArrayBuffer(lengthOf(sizes)));
  new Uint32Array(bytes.buffer, 0, sizes.length).set(sizes);
  const stored = arraysIn(bytes, sizes);
  stored.pages.set(pages);
  for (const name of storedColumns) stored.columns[name].set(columns[name]);
  for (const texts of ["listingIds", "addresses"] as const) {
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
  const [pages, listings, idBytes, addressBytes] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
  const sizes = [pages, listings, idBytes, addressBytes] as unknown as Sizes;
  return lengthOf(sizes) === bytes.length ? arraysIn(bytes, sizes) : null;
}

function lengthOf([pages, listings, idBytes, addressBytes]: Sizes): number {
  const valueBytes = storedColumns.reduce((sum, name) => sum + columnKinds[name].BYTES_PER_ELEMENT, 0);
  return SIZES_BYTES + listings * (valueBytes + 8) + pages * 4 + idBytes + addressBytes;
}

function arraysIn(
  { buffer, byteOffset }: Buffer<ArrayBuffer>,
  [pages, listings, idBytes, addressBytes]: Sizes,
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
  const [idEnds, addressEnds] = [take(Uint32Array, listings), take(Uint32Array, listings)];
  return {
    pages: pageSizes,
    columns,
    listingIds: { ends: idEnds, utf8: take(Uint8Array, idBytes) },
    addresses: { ends: addressEnds, utf8: take(Uint8Array, addressBytes) },
  };
}
