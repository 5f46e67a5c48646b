/** WCAG AA for text of any size. */
const MIN_CONTRAST = 4.5;
const DEFAULT_COLOR = "#24485c";

export type Rgb = [number, number, number];

/**
 * The brokerage's colour, darkened until it is readable on white and white on it. The default colour where it has
 * none.
 */
export function readableColor(primary: string | null): string {
  let color = parseColor(primary ?? DEFAULT_COLOR) ?? (parseColor(DEFAULT_COLOR) as Rgb);
  while (contrastWithWhite(color) < MIN_CONTRAST) color = mixColors(color, [0, 0, 0], 0.06);
  return formatColor(color);
}

/** Null for what is not `#RRGGBB`. */
export function parseColor(hex: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

export function formatColor(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

export function mixColors(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((part, index) => part + ((to[index] as number) - part) * share) as Rgb;
}

/** Contrast ratio with white, 1 to 21 (WCAG 2). */
function contrastWithWhite(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
