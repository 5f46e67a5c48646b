import { gzipSync } from "node:zlib";

/** What its only tile, 0/0/0, contains. */
export const TILE = "a tile of the world";

const HEADER_BYTES = 127;
const GZIP = 2;
const MVT = 1;

/** A PMTiles archive (version 3) with one vector tile of zoom 0 and 1. */
export function smallArchive(attribution: string): Buffer {
  const tile = gzipSync(TILE);
  // One entry: tile id 0, run length 1, its length, its offset plus one. All are varints.
  const directory = gzipSync(Buffer.from([1, 0, 1, ...varint(tile.length), 1]));
  const metadata = gzipSync(JSON.stringify({ attribution }));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles");
  header.writeUInt8(3, 7);
  const metadataAt = HEADER_BYTES + directory.length;
  const leavesAt = metadataAt + metadata.length;
  const numbers = [
    HEADER_BYTES,
    directory.length,
    metadataAt,
    metadata.length,
    leavesAt,
    0,
    leavesAt,
    tile.length,
    1,
    1,
    1,
  ];
  for (const [nth, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + nth * 8);
  for (const [nth, byte] of [1, GZIP, GZIP, MVT, 0, 1].entries()) header.writeUInt8(byte, 96 + nth);
  for (const [nth, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + nth * 4);
  return Buffer.concat([header, directory, metadata, tile]);
}

function varint(number: number): number[] {
  return number < 128 ? [number] : [(number & 127) | 128, ...varint(number >> 7)];
}
