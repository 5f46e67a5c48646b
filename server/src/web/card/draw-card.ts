import sharp from "sharp";
import type { ShareCard } from "../../../../web/site/contract.ts";
import { paths } from "../../../../web/site/icons/paths.ts";
import { AppError } from "../../platform/errors.ts";
import { FairQueue } from "../../platform/fair-queue.ts";
import {
  formatColor,
  mixColors,
  parseColor,
  type Rgb,
  readableColor,
} from "../../platform/readable-color.ts";
import { outlineText, type TextStyle, wrapText } from "./text-outlines.ts";

const HOUSE = paths["house-line"];
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const PHOTO_WIDTH = 540;

const TITLE: TextStyle = { font: "serif", size: 68 };
const SUBTITLE: TextStyle = { font: "sans", size: 34 };
const NAME: TextStyle = { font: "medium", size: 34 };

/** A card takes some 50 ms of a thread. */
const drawing = new FairQueue({
  slots: 2,
  slotsPerCaller: 1,
  waiting: 100,
  waitingPerCaller: 10,
  retryAfterSeconds: 5,
  busy: "Too many cards are being drawn at the moment",
});

/**
 * Draws the card of a page, 1200×630, as PNG.
 *
 * @param caller the visitor's address.
 * @returns null when too many are being drawn.
 */
export async function drawCard(card: ShareCard, caller: string): Promise<Uint8Array | null> {
  try {
    return await drawing.run(caller, NEVER, () => draw(card));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const NEVER = new AbortController().signal;

async function draw(card: ShareCard): Promise<Buffer> {
  const image = sharp(Buffer.from(cardSvg(card)), { density: 72 });
  if (!card.photo) return image.png({ compressionLevel: 9, palette: true }).toBuffer();
  const photo = await sharp(card.photo, { limitInputPixels: 40_000_000 })
    .resize(PHOTO_WIDTH, HEIGHT, { fit: "cover" })
    .toBuffer();
  return image
    .composite([{ input: photo, left: WIDTH - PHOTO_WIDTH, top: 0 }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function cardSvg({ title, subtitle, name, color, photo }: ShareCard): string {
  const brand = readableColor(color);
  const rgb = parseColor(brand) as Rgb;
  const tint = formatColor(mixColors(rgb, [255, 255, 255], 0.9));
  const width = WIDTH - 2 * MARGIN - (photo ? PHOTO_WIDTH : 0);
  const titleLines = wrapText(title, TITLE, { width, lines: photo ? 4 : 3 });
  const [subtitleLine = ""] = wrapText(subtitle, SUBTITLE, { width, lines: 1 });
  const [nameLine = ""] = wrapText(name, NAME, { width, lines: 1 });
  const lineHeight = TITLE.size * 1.15;
  const below = 170 + titleLines.length * lineHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${tint}"/>
<rect width="24" height="${HEIGHT}" fill="${brand}"/>
${photo ? "" : `<path transform="translate(800 190) scale(1.45)" fill="${brand}" fill-opacity="0.16" d="${HOUSE}"/>`}
<g fill="#1d2226">${titleLines.map((line, index) => outlineText(line, TITLE, { x: MARGIN, y: 170 + index * lineHeight })).join("")}</g>
<g fill="#4b5459">${outlineText(subtitleLine, SUBTITLE, { x: MARGIN, y: below })}</g>
<g fill="${brand}">${outlineText(nameLine, NAME, { x: MARGIN, y: HEIGHT - MARGIN })}</g>
</svg>`;
}
