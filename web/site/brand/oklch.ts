/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about .37, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

/** Channels of sRGB, 0 to 1; outside of it where the colour is outside of sRGB. */
type Channels = [number, number, number];

/** @param hex `#rrggbb` */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = channelsOf(hex).map(toLinear) as Channels;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(bb, a) * 180) / Math.PI;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: hue < 0 ? hue + 360 : hue,
  };
}

/** As `#rrggbb`. Chroma that sRGB cannot show is reduced, so that lightness and hue stay. */
export function toHex({ l, c, h }: Oklch): string {
  let chroma = c;
  let rgb = toChannels({ l, c: chroma, h });
  while (chroma > 0 && rgb.some((each) => each < -0.0005 || each > 1.0005)) {
    chroma = Math.max(0, chroma - 0.004);
    rgb = toChannels({ l, c: chroma, h });
  }
  const byte = (each: number) => Math.round(Math.min(1, Math.max(0, each)) * 255);
  return `#${rgb.map((each) => byte(each).toString(16).padStart(2, "0")).join("")}`;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = channelsOf(hex).map(toLinear) as Channels;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toChannels({ l, c, h }: Oklch): Channels {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map(fromLinear) as Channels;
}

function channelsOf(hex: string): Channels {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Channels;
}

function toLinear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function fromLinear(share: number): number {
  return share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
}
