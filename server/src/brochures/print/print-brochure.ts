import { move } from "piscina";
import type { Brochure, Pictures } from "../brochure.ts";
import { colorsOf } from "./colors.ts";
import { drawFrontPage } from "./front-page.ts";
import { InnerPages } from "./inner-pages.ts";
import { Paper } from "./paper.ts";
import { printableBrochure } from "./printable.ts";
import { SmallPrint } from "./small-print.ts";

export type PrintJob = { brochure: Brochure; pictures: Pictures; made: Date };

/** A brochure as a PDF. */
export async function printBrochure(job: PrintJob): Promise<Uint8Array<ArrayBuffer>> {
  const brochure = printableBrochure(job.brochure);
  const colors = colorsOf(brochure.color);
  const paper = new Paper({ title: brochure.title, author: brochure.brokerage.name, made: job.made });
  const smallPrint = new SmallPrint(paper, brochure.smallPrint);
  const frame = { colors, bottom: smallPrint.top };

  const rest = drawFrontPage(paper, brochure, job.pictures, frame);
  new InnerPages(paper, brochure, frame).draw(rest, job.pictures);

  const { count } = paper.document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    paper.document.switchToPage(page);
    smallPrint.draw(page + 1, count);
  }
  return paper.finish();
}

/** The function that the worker threads run. */
export async function printInThread(job: PrintJob): Promise<Uint8Array<ArrayBuffer>> {
  return move(await printBrochure(job)) as Uint8Array<ArrayBuffer>;
}
