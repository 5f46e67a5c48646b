import {
  formatColor,
  mixColors,
  parseColor,
  type Rgb,
  readableColor,
} from "../../platform/readable-color.ts";

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

export function colorsOf(primary: string | null): Colors {
  const ink = readableColor(primary);
  const lighter = (share: number) => formatColor(mixColors(parseColor(ink) as Rgb, [255, 255, 255], share));
  return { ink, tint: lighter(0.93), soft: lighter(0.6) };
}
