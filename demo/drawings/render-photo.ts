import sharp from "sharp";
import { photoCatalog } from "../src/photo-catalog.ts";
import { portraitFile } from "../src/photo-files.ts";
import { STAFF } from "../src/staff.ts";
import { drawPhoto } from "./draw-photo.ts";
import { drawPortrait } from "./portrait.ts";

/** The WebP image of one of `photoFiles()`, from its drawing. */
export function renderPhoto(file: string): Promise<Buffer> {
  return sharp(Buffer.from(drawingOf(file)))
    .flatten({ background: "#ffffff" })
    .webp({ quality: 90, effort: 6, smartSubsample: true })
    .toBuffer();
}

function drawingOf(file: string): string {
  const photo = photoCatalog().find((each) => each.file === file);
  if (photo) return drawPhoto(photo);
  const agent = STAFF.find(({ slug }) => portraitFile(slug) === file);
  if (agent) return drawPortrait(agent.portrait);
  throw new Error(`The demo has no image ${file}`);
}
