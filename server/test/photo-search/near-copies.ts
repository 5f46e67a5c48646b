import sharp from "sharp";

/** `chance` gives numbers of 0 to 1. */
export type Copy = (photo: Buffer, chance: () => number) => Promise<Buffer>;

/** Copies of a photo as they turn up elsewhere. */
export const nearCopies: Record<string, Copy> = {
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

/** Edited copies: further from the original, and still near copies. */
export const retouchedCopies: Record<string, Copy> = {
  brighter: (photo) => sharp(photo).modulate({ brightness: 1.25 }).jpeg().toBuffer(),
  darker: (photo) => sharp(photo).modulate({ brightness: 0.75 }).jpeg().toBuffer(),
  "more colorful": (photo) => sharp(photo).modulate({ saturation: 1.4 }).jpeg().toBuffer(),
  "less colorful": (photo) => sharp(photo).modulate({ saturation: 0.6 }).jpeg().toBuffer(),
  "shades of gray": (photo) => sharp(photo).grayscale().jpeg().toBuffer(),
};
