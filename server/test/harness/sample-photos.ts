import sharp, { type Sharp } from "sharp";

/** A picture with something on it: every seed has another one. */
export function samplePhoto(width: number, height: number, seed = 1): Sharp {
  const hue = (seed * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},45%,70%)"/>
    <rect width="100%" height="40%" fill="hsl(${(hue + 180) % 360},30%,85%)"/>
    <circle cx="${(seed * 131) % width}" cy="50%" r="${Math.min(width, height) / 4}" fill="hsl(${hue},60%,35%)"/>
  </svg>`;
  return sharp(Buffer.from(svg));
}

export function sampleJpeg(width: number, height: number, seed = 1): Promise<Buffer> {
  return samplePhoto(width, height, seed).flatten({ background: "#fff" }).jpeg().toBuffer();
}
