import type { Brochure, Pictures } from "../brochure.ts";
import { paragraphsOf, splitText, textBlocks } from "./body-text.ts";
import type { Colors } from "./colors.ts";
import { type Block, drawColumns, drawHeading, fillColumns, HEADING_HEIGHT, heightOf } from "./columns.ts";
import { ContactBand } from "./contact-band.ts";
import { drawCover } from "./cover.ts";
import { detailBlocks } from "./details-table.ts";
import { drawFacts, STRIP_HEIGHT } from "./fact-strip.ts";
import { featureBlocks } from "./feature-list.ts";
import { drawMasthead, MASTHEAD_HEIGHT } from "./masthead.ts";
import { CONTENT_WIDTH, PAGE, type Paper } from "./paper.ts";
import { TitlePanel } from "./title-panel.ts";

const GAP = 16;
const SIDE_WIDTH = 172;
const MAIN_WIDTH = CONTENT_WIDTH - SIDE_WIDTH - 28;
const HALF_WIDTH = (CONTENT_WIDTH - 28) / 2;
const SIDE_X = PAGE.margin + MAIN_WIDTH + 28;
/** The height of the cover. A drawing may be lower than a photo. Both shrink in favour of the details. */
const coverHeights = { picture: { least: 258, most: 408 }, drawing: { least: 170, most: 400 } };
const MIN_COVER_HEIGHT = 120;

/** The content that did not fit on the front page. */
export type Rest = { paragraphs: string[]; features: string[] };

type Section = { title: string; columns: Block[][]; step: number };

/**
 * The first page, complete in itself: cover, price, address, facts, contact. The cover takes the height that the text
 * leaves, so that neither a short nor a long description leaves a gap.
 */
export function drawFrontPage(
  paper: Paper,
  brochure: Brochure,
  pictures: Pictures,
  { colors, bottom }: { colors: Colors; bottom: number },
): Rest {
  paper.document.addPage();
  const title = new TitlePanel(paper, brochure, colors);
  const contact = new ContactBand(paper, brochure, pictures.agent, colors);
  const strip = brochure.facts.length > 0 ? STRIP_HEIGHT : 0;
  const contactY = bottom - GAP + 4 - contact.height;
  const room = contactY - GAP - (MASTHEAD_HEIGHT + title.height + strip + GAP);
  const { least, most } = pictures.cover ? coverHeights.picture : coverHeights.drawing;

  const details = HEADING_HEIGHT + heightOf(detailBlocks(paper, brochure.details, SIDE_WIDTH));
  const textHeight = Math.max(room - least, Math.min(details, room - MIN_COVER_HEIGHT));
  const text = planText(paper, brochure, textHeight, colors);
  const cover = Math.min(most, room - text.height);
  drawMasthead(paper, brochure, pictures.logo, colors);
  let y = MASTHEAD_HEIGHT;
  drawCover(paper, pictures.cover, { x: 0, y, width: PAGE.width, height: cover }, colors);
  y += cover;
  title.draw(y);
  y += title.height;
  if (strip > 0) drawFacts(paper, brochure.facts, y, colors);
  y += strip + GAP;
  drawSections(paper, text.main, PAGE.margin, y, colors);
  drawSections(paper, text.side, SIDE_X, y, colors);
  contact.draw(contactY);
  return text.rest;
}

type TextPlan = { main: Section[]; side: Section[]; height: number; rest: Rest };

/** Plans the text below the cover in at most `room`: the description, the details, and the features if they fit. */
function planText(paper: Paper, brochure: Brochure, room: number, colors: Colors): TextPlan {
  const { description, details, features } = brochure;
  const paragraphs = paragraphsOf(description);
  if (paragraphs.length === 0) return planWithoutDescription(paper, brochure, room, colors);

  const side = section("Details", detailBlocks(paper, details, SIDE_WIDTH), 1, room, 0);
  const { head, rest } = splitText(paper, paragraphs, MAIN_WIDTH, room - HEADING_HEIGHT);
  const main = [section("About this property", textBlocks(paper, head, MAIN_WIDTH), 1, room, 0)];
  const left = room - heightOfSections(main) - 10;
  const list = featureSection(paper, features, (MAIN_WIDTH - 16) / 2, colors);
  const fits = rest.length === 0 && features.length > 0 && list(left).rest.length === 0;
  if (fits) main.push(list(left).section);
  const height = Math.max(heightOfSections(main), heightOfSections([side]));
  return { main, side: [side], height, rest: { paragraphs: rest, features: fits ? [] : features } };
}

/** Details and features side by side, or the details alone in two columns. */
function planWithoutDescription(paper: Paper, brochure: Brochure, room: number, colors: Colors): TextPlan {
  const { details, features } = brochure;
  const list = featureSection(paper, features, (MAIN_WIDTH - 16) / 2, colors);
  if (features.length > 0 && list(room).rest.length === 0) {
    const main = [list(room).section];
    const side = [section("Details", detailBlocks(paper, details, SIDE_WIDTH), 1, room, 0)];
    const height = Math.max(heightOfSections(main), heightOfSections(side));
    return { main, side, height, rest: { paragraphs: [], features: [] } };
  }
  const blocks = detailBlocks(paper, details, HALF_WIDTH);
  const main = [section("Details", blocks, 2, room, HALF_WIDTH + 28)];
  return { main, side: [], height: heightOfSections(main), rest: { paragraphs: [], features } };
}

function featureSection(paper: Paper, features: string[], width: number, colors: Colors) {
  const blocks = featureBlocks(paper, features, width, colors);
  return (room: number) => {
    const { columns, rest } = fillColumns(blocks, 2, room - HEADING_HEIGHT);
    return { section: { title: "Features", columns, step: width + 16 }, rest };
  };
}

function section(title: string, blocks: Block[], count: number, room: number, step: number): Section {
  return { title, columns: fillColumns(blocks, count, room - HEADING_HEIGHT).columns, step };
}

function heightOfSections(sections: Section[]): number {
  const heights = sections.map(({ columns }) => HEADING_HEIGHT + Math.max(...columns.map(heightOf)));
  return heights.reduce((sum, height) => sum + height, 10 * (sections.length - 1));
}

function drawSections(paper: Paper, sections: Section[], x: number, top: number, colors: Colors): void {
  let y = top;
  for (const { title, columns, step } of sections) {
    drawHeading(paper, title, x, y, colors);
    y += HEADING_HEIGHT + drawColumns(columns, { x, y: y + HEADING_HEIGHT, step }) + 10;
  }
}
