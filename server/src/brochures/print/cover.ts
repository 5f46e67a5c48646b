import type { Pictures } from "../brochure.ts";
import { type Colors, MUTED } from "./colors.ts";
import { drawHouse } from "./house.ts";
import type { Box, Paper } from "./paper.ts";

/** At a lower ratio, filling a wide box would crop most of the photo. */
const PORTRAIT_RATIO = 1.15;

export function drawCover(paper: Paper, cover: Pictures["cover"], box: Box, colors: Colors): void {
  paper.fill(box, colors.tint);
  if (!cover) drawPlaceholder(paper, box, colors);
  else if (cover.width / cover.height >= PORTRAIT_RATIO) paper.picture(cover, box);
  else paper.wholePicture(cover, box, "center");
}

function drawPlaceholder(paper: Paper, box: Box, colors: Colors): void {
  const height = box.height * 0.46;
  drawHouse(paper, { ...box, y: box.y + box.height * 0.2, height }, colors.soft);
  const style = { font: "sans", size: 9, color: MUTED } as const;
  const text = "Photos available on request";
  paper.write(text, box.x + box.width / 2, box.y + box.height * 0.66 + 24, style, "center");
}
