/** The colours of one brochure, made of the brokerage's own. */
export type Colors = {
  /** The brokerage's, dark enough to be read on white, and white on it. */
  ink: string;
  /** A breath of it, for the ground under text. */
  tint: string;
  /** A shade between, for rules and drawings. */
  soft: string;
};

export const TEXT = "#26292e";
export const MUTED = "#5d646d";
export const RULE = "#d9dce0";
export const WHITE = "#ffffff";

const OUR_OWN = "#24485c";
/** WCAG AA for text of any size. */
const READABLE = 4.5;

type Rgb = [number, number, number];

export function colorsOf(primary: string | null): Colors {
  const brand = parse(primary ?? OUR_OWN) ?? (parse(OUR_OWN) as Rgb);
  let ink = brand;
  while (contrastWithWhite(ink) < READABLE) ink = mix(ink, [0, 0, 0], 0.06);
  return {
    ink: format(ink),
    tint: format(mix(ink, [255, 255, 255], 0.93)),
    soft: format(mix(ink, [255, 255, 255], 0.6)),
  };
}

function parse(hex: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

function format(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((part, at) => part + ((to[at] as number) - part) * share) as Rgb;
}

/** Contrast ratio with white, 1 to 21 (WCAG 2). */
function contrastWithWhite(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
