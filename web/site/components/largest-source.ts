import type { Image } from "../../shared/listing.ts";

/** The widest file of a picture. */
export function largestSource({ src, srcset }: Pick<Image, "src" | "srcset">): string {
  let widest = { address: src, width: 0 };
  for (const candidate of srcset.split(",")) {
    const [address, size = ""] = candidate.trim().split(/\s+/);
    const width = Number.parseInt(size, 10);
    if (address && width > widest.width) widest = { address, width };
  }
  return widest.address;
}
