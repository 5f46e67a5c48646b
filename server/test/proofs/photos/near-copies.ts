import sharp from "sharp";

/** Copies of a photo as they turn up elsewhere; `chance` gives numbers of 0 to 1. */
export const nearCopies: Record<string, (photo: Buffer, chance: () => number) => Promise<Buffer>> = {
  async cropped(photo, chance) {
    const { width, height } = await sharp(photo).metadata();
    const kept = 0.85 + 0.05 * chance();
    const box = { width: Math.round(width * kept), height: Math.round(height * kept) };
    const left = Math.floor(chance() * (width - box.width));
    const top = Math.floor(chance() * (height - box.height));
    return sharp(photo)
      .extract({ left, top, ...box })
      .jpeg()
      .toBuffer();
  },
  recompressed: (photo) => sharp(photo).jpeg({ quality: 40 }).toBuffer(),
  async resized(photo) {
    const { width } = await sharp(photo).metadata();
    return sharp(photo)
      .resize(Math.round(width / 2))
      .jpeg()
      .toBuffer();
  },
  mirrored: (photo) => sharp(photo).flop().jpeg().toBuffer(),
};
