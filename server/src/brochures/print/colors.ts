import {
  formatColor,
  mixColors,
  parseColor,
  type Rgb,
  readableColor,
} from "../../platform/readable-color.ts";

/** The colours of a brochure, derived from the brokerage's primary colour. */
export type Colors = {
  /** The primary colour, darkened until it has enough contrast with white. */
  ink: string;
  /** A light tint for backgrounds under text. */
  tint: string;
  /** A medium shade for rules and drawings. */
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
