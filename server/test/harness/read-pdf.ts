import { getDocumentProxy } from "unpdf";

/** Text as it stands on a page; measures in points, `y` of the baseline from the top. */
export type PdfText = { text: string; x: number; y: number; width: number; size: number };
export type PdfPage = { width: number; height: number; texts: PdfText[]; links: string[] };
export type Pdf = { pages: PdfPage[]; title: string; images: number };

export async function readPdf(bytes: Uint8Array): Promise<Pdf> {
  // pdf.js takes the memory it is given.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { info } = await document.getMetadata();
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const annotations: { url?: string; unsafeUrl?: string }[] = await page.getAnnotations();
    pages.push({
      width,
      height,
      texts: items.flatMap((item) =>
        "str" in item && item.str.trim() !== ""
          ? {
              text: item.str,
              x: item.transform[4],
              y: height - item.transform[5],
              width: item.width,
              size: item.transform[0],
            }
          : [],
      ),
      links: annotations.flatMap(({ url, unsafeUrl }) => url ?? unsafeUrl ?? []),
    });
  }
  return {
    pages,
    title: (info as { Title: string }).Title,
    images: Buffer.from(bytes).toString("latin1").split("/Subtype /Image").length - 1,
  };
}

/** All that a page, or all pages, say, in the order in which it was set. */
export function textOf(pages: PdfPage | PdfPage[]): string {
  const all = Array.isArray(pages) ? pages : [pages];
  return all.flatMap(({ texts }) => texts.map(({ text }) => text.trim())).join(" ");
}

/** Texts that leave their page, and pairs of texts that stand in each other's way. */
export function collisions(pages: PdfPage[]): string[] {
  return pages.flatMap(({ width, height, texts }, at) => {
    const outside = texts.filter(
      (each) =>
        each.x < 0 || each.x + each.width > width || each.y - each.size * 0.75 < 0 || each.y > height - 8,
    );
    const across = texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter((other) => overlap(one, other))
        .map((other) => `${one.text} × ${other.text}`),
    );
    return [...outside.map(({ text }) => `outside: ${text}`), ...across].map(
      (what) => `page ${at + 1}: ${what}`,
    );
  });
}

function overlap(one: PdfText, other: PdfText): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const top = (text: PdfText) => text.y - text.size * 0.7;
  const down = Math.min(one.y, other.y) - Math.max(top(one), top(other));
  return across > 1 && down > 1;
}
