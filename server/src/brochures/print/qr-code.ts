import QRCode from "qrcode";
import type { Paper } from "./paper.ts";

/** Draws a QR code as vector squares, sharp at any size and smaller than an image. */
export function drawQrCode(paper: Paper, text: string, place: { x: number; y: number; size: number }): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const unit = place.size / modules.size;
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      let end = column;
      while (end < modules.size && modules.get(row, end)) end++;
      if (end === column) continue;
      paper.document.rect(place.x + column * unit, place.y + row * unit, (end - column) * unit, unit);
      column = end;
    }
  }
  paper.document.fill("#000000");
  paper.link({ x: place.x, y: place.y, width: place.size, height: place.size }, text);
}
