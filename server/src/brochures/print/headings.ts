import type { Colors } from "./colors.ts";
import type { Paper, Style } from "./paper.ts";

export const HEADING_HEIGHT = 24;

const style: Style = { font: "serif", size: 13 };

/** A section's title; `y` is its upper edge, HEADING_HEIGHT its height. */
export function drawHeading(paper: Paper, text: string, x: number, y: number, colors: Colors): void {
  paper.write(text, x, y + 11, { ...style, color: colors.ink });
}
