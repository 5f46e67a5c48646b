import { basename } from "node:path";
import type { DemoPhoto } from "../../../demo/src/photo-catalog.ts";
import type { PhotoSearchFixture } from "./photo-search-fixture.ts";
import type { PhotoQuery } from "./tuned-queries.ts";

/** How many are looked at. */
export const FIRST = 10;

export const roads = ["images", "images-visual", "multimodal"] as const;
export type Road = (typeof roads)[number];

type Image = { image_url: string };

/** File names of the pictures that a question finds, the best first: of multimodal, the best photo of each listing. */
export async function ask(fixture: PhotoSearchFixture, road: Road, query: string): Promise<string[]> {
  const q = encodeURIComponent(query);
  if (road === "multimodal") return askMultimodal(fixture, query);
  const options = road === "images" ? "distinct=true" : "min_score=0";
  return askImages(fixture, `${road}?q=${q}&limit=${FIRST}&${options}`);
}

/** The same visually, at the default min_score; as many as there are, up to 100. */
export function askAtDefault(fixture: PhotoSearchFixture, query: string): Promise<string[]> {
  return askImages(fixture, `images-visual?q=${encodeURIComponent(query)}&limit=100`);
}

async function askImages({ lintel, key }: PhotoSearchFixture, what: string): Promise<string[]> {
  const { status, body, text } = await lintel.call(`/api/admin/search/${what}`, { key });
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text}`);
  return body.results.map(({ image_url }: Image) => basename(image_url));
}

async function askMultimodal({ lintel, demoHost }: PhotoSearchFixture, query: string): Promise<string[]> {
  const { status, body, text } = await lintel.call("/api/search/multimodal", {
    method: "POST",
    host: demoHost,
    body: { query, include_images: true, limit: FIRST },
  });
  if (status !== 200) throw new Error(`${query} answered ${status}: ${text}`);
  return body.results.map(({ matching_images: [best] }: { matching_images: Image[] }) =>
    best ? basename(best.image_url) : "",
  );
}

/** The pictures that are right answers, by what was drawn. */
export function rightOnes(photos: readonly DemoPhoto[], { right }: PhotoQuery): Set<string> {
  return new Set(photos.filter(({ traits }) => right(traits)).map(({ file }) => file));
}

/** Right ones among the first ten, of ten or of as many as there are. */
export function precision(found: readonly string[], right: ReadonlySet<string>, there = right.size): number {
  return found.slice(0, FIRST).filter((file) => right.has(file)).length / Math.min(FIRST, there);
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
