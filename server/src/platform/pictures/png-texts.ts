const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const TEXTS = ["tEXt", "zTXt", "iTXt"];
/** Length, type and checksum. */
const OVERHEAD = 12;

/**
 * A PNG without its texts, which nothing here reads: libpng unpacks them, and a few kilobytes may hold 50 MB. Other files are
 * returned as they are, and what is no chunk is left to the decoder. Linear in the file's size.
 */
export function withoutPngTexts(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return bytes;
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = SIGNATURE.length; at + OVERHEAD <= bytes.length; ) {
    const next = at + OVERHEAD + bytes.readUInt32BE(at);
    if (TEXTS.includes(bytes.toString("latin1", at + 4, at + 8))) {
      kept.push(bytes.subarray(from, at));
      from = next;
    }
    at = next;
  }
  return kept.length === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(from)]);
}
