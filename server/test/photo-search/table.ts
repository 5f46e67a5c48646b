import { readPhoto } from "../../../demo/src/photo-files.ts";

import { deriveCard } from "../../src/photos/derive-photo.ts";
import { askAtDefault, meanOf, precision, type Road, rightOnes, roads } from "./ask.ts";
import type { PhotoSearchFixture } from "./photo-search-fixture.ts";
import type { PhotoQuery } from "./tuned-queries.ts";

type Query = PhotoQuery & { heldOut: boolean };
type Share = { kind: string; share: number };
type Measured = {
  queries: Query[];
  found: (road: Road, queried: Query[]) => Promise<number[]>;
  copies: Share[];
  retouched: Share[];
  copied: number;
};

/** What `npm run prove photos` prints: each question, and each road over all of them and over those held out. */
export async function tableOf(fixture: PhotoSearchFixture, measured: Measured): Promise<string> {
  const { queries, found, copies, retouched, copied } = measured;
  const columns: Record<string, number[]> = {};
  for (const road of roads) columns[road] = await found(road, queries);
  columns["pixels alone"] = await byPixels(fixture, queries);
  const names = Object.keys(columns);
  const lines = queries.map(({ asks, heldOut }, nth) => {
    const numbers = names.map((name) => figure(columns[name]?.[nth], name)).join("");
    return `${numbers}  ${heldOut ? "held out  " : "          "}${asks}`;
  });
  const mean = (which: (query: Query) => boolean, text: string) =>
    `${names
      .map((name) =>
        figure(meanOf((columns[name] as number[]).filter((_, nth) => which(queries[nth] as Query))), name),
      )
      .join("")}  ${text}`;
  return [
    "precision@10: right ones among the first ten / the lesser of ten and as many as there are (multimodal: ten listings, each by its best photo)",
    names.map((name) => `  ${name}`).join(""),
    ...lines,
    mean(() => true, `all ${queries.length} questions`),
    mean(({ heldOut }) => heldOut, `the ${queries.filter(({ heldOut }) => heldOut).length} held out`),
    await atDefault(fixture, queries),
    `the photo most alike to a copy is its original: ${shares(copies)} (of ${copied} photos each)`,
    `and of retouched ones: ${shares(retouched)}`,
  ].join("\n");
}

function figure(number = 0, name: string): string {
  return number.toFixed(3).padStart(name.length + 2);
}

function shares(each: Share[]): string {
  return each.map(({ kind, share }) => `${kind} ${share.toFixed(3)}`).join(", ");
}

async function atDefault(fixture: PhotoSearchFixture, queries: Query[]): Promise<string> {
  let [all, right, wanted] = [0, 0, 0];
  for (const query of queries) {
    const rights = rightOnes(fixture.photos, query);
    const files = await askAtDefault(fixture, query.asks);
    all += files.length;
    right += files.filter((file) => rights.has(file)).length;
    wanted += rights.size;
  }
  return `images-visual at its default min_score: ${(right / all).toFixed(3)} of what it finds was asked for, and it finds ${(right / wanted).toFixed(3)} of what was asked for`;
}

/** The image model on photos without captions. */
async function byPixels({ lintel, photos }: PhotoSearchFixture, queries: Query[]): Promise<number[]> {
  const { images } = lintel.services.models;
  const vectors: Float32Array[] = [];
  for (const photo of photos) {
    const bare = { bytes: await deriveCard(await readPhoto(photo.file)), caption: null, imageOf: null };
    vectors.push(...(await images.embedImages([bare])));
  }
  const queryVectors = await images.embedTexts(queries.map(({ asks }) => asks));
  return queries.map((query, nth) => {
    const scores = vectors.map((vector) =>
      vector.reduce((sum, each, at) => sum + each * (queryVectors[nth]?.[at] ?? 0), 0),
    );
    const order = [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
    return precision(
      order.map((at) => photos[at]?.file ?? ""),
      rightOnes(photos, query),
    );
  });
}
