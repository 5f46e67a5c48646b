import { shortMoney } from "../../../shared/numbers.ts";
import { mapTexts } from "../../texts/map.ts";
import type { MapColors } from "./colors.ts";

/** Pixels of the canvas for one of the page. */
const RATIO = 2;
const FONT = "600 13px 'Inter Variable', system-ui, sans-serif";
const TOWN_FONT = "600 13px 'Inter Variable', system-ui, sans-serif";

export type DrawnImage = { data: ImageData; pixelRatio: number };

/**
 * Draws what the style names: `price|451000`, `chosen|451000`, `cluster|57`, `town|Boise`. Texts are pictures, so that no glyph files
 * are needed.
 */
export function drawImage(id: string, colors: MapColors): DrawnImage | null {
  const at = id.indexOf("|");
  const [kind, text] = [id.slice(0, at), id.slice(at + 1)];
  switch (kind) {
    case "price":
      return pill(priceText(text), { fill: colors.raised, ink: colors.ink, line: colors.line });
    case "chosen":
      return pill(priceText(text), { fill: colors.brand, ink: colors.onBrand, line: colors.onBrand });
    case "cluster":
      return pill(text, { fill: colors.brand, ink: colors.onBrand, line: colors.raised });
    case "town":
      return label(text, colors);
    default:
      return null;
  }
}

function priceText(price: string): string {
  return price === "" ? mapTexts.noPrice : shortMoney(Number(price));
}

function pill(text: string, { fill, ink, line }: { fill: string; ink: string; line: string }): DrawnImage {
  const height = 26;
  return draw(text, FONT, height, 11, (context, width) => {
    context.beginPath();
    context.roundRect(1, 1, width - 2, height - 2, height / 2 - 1);
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = line;
    context.lineWidth = 1;
    context.stroke();
    context.fillStyle = ink;
    context.fillText(text, width / 2, height / 2 + 1);
  });
}

function label(text: string, { muted, surface }: MapColors): DrawnImage {
  const height = 22;
  return draw(text, TOWN_FONT, height, 4, (context, width) => {
    context.strokeStyle = surface;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeText(text, width / 2, height / 2);
    context.fillStyle = muted;
    context.fillText(text, width / 2, height / 2);
  });
}

function draw(
  text: string,
  font: string,
  height: number,
  padding: number,
  paint: (context: CanvasRenderingContext2D, width: number) => void,
): DrawnImage {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.font = font;
  const width = Math.ceil(context.measureText(text).width) + 2 * padding;
  canvas.width = width * RATIO;
  canvas.height = height * RATIO;
  context.scale(RATIO, RATIO);
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  paint(context, width);
  return { data: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: RATIO };
}
