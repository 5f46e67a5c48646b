/** Checks the first bytes: servers' content types are often wrong, and SVG may contain scripts. */
export function isPhoto(bytes: Buffer): boolean {
  return startsWith.some((prefix) => bytes.subarray(0, prefix.length).equals(prefix)) || isWebp(bytes);
}

const startsWith = [
  Buffer.from([0xff, 0xd8, 0xff]), // JPEG
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), // PNG
  Buffer.from("GIF8"),
];

function isWebp(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
}
