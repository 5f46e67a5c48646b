import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { builtinImageModel } from "../../server/src/models/builtin/builtin-image-model.ts";
import { modelId } from "../../server/src/models/text-model.ts";
import type { Services } from "../../server/src/services.ts";
import { DIMENSIONS, type ImageVectors, imageVectors } from "./image-vector-set.ts";
import { seeded } from "./synthetic-listings.ts";
import { withProduct } from "./with-product.ts";

const PHOTOS = 100_000;
const QUERIES = 200;
const PHOTOS_A_LISTING = 20;
const K = 10;
const ROWS_A_STATEMENT = 1000;
const BUILD_TIMEOUT_MS = 600_000;
/** A graph that was not started by then does not pay off. */
const IDLE_MS = 5000;
const FILTERS = 10;

const model = modelId(builtinImageModel);

/**
 * Searches among the builtin model's vectors of 100,000 photos (`-- --photos 450000` for more), as the product does them:
 * from listings to their pictures to the nearest of these, of all listings and of 1 %, compared with a plain scan of all vectors.
 */
export async function benchImages(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench images");
  const at = process.argv.indexOf("--photos");
  const photos = at < 0 ? PHOTOS : Number(process.argv[at + 1]);
  const set = await imageVectors(photos, QUERIES);
  console.log(
    `${photos.toLocaleString("en")} photos of ${DIMENSIONS} numbers, ${PHOTOS_A_LISTING} a listing`,
  );
  await withProduct(server, {}, async (services) => {
    await fill(services, set.vectors);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const started = performance.now();
    await services.images.vectors.start();
    const loaded = performance.now() - started;
    const { visual } = services.images.vectors.kinds;
    console.log(
      `  read from the database in ${(loaded / 1000).toFixed(1)} s, ${visual.size.toLocaleString("en")} vectors`,
    );
    const building = performance.now();
    await graphOf(visual);
    const each = visual.memoryBytes / photos;
    console.log(
      `  graph of ${visual.graph.vectors.toLocaleString("en")} after ${((performance.now() - building) / 1000).toFixed(1)} s more; ${Math.round(each)} bytes a vector with its ` +
        `graph and keys, ${DIMENSIONS * 2} of them numbers; the process grew by ${mb(process.memoryUsage().rss - before)}`,
    );
    const listings = Math.ceil(photos / PHOTOS_A_LISTING);
    const all = Float64Array.from({ length: listings }, (_, nth) => nth + 1);
    await report(services, set, "all listings", [all]);
    await report(services, set, "1 % of the listings", some(listings, 0.01));
    await services.images.vectors.stop();
  });
}

async function fill({ db }: Services, vectors: Int16Array[]): Promise<void> {
  await sql`
    insert into image_enrichments (id, key, url, status, retry_at, enriched_by)
    overriding system value
    select id, sha256(id::text::bytea), 'https://photos.test/' || id, 'enriched', now(), 'bench'
    from generate_series(1, ${vectors.length}) id`.execute(db);
  for (let at = 0; at < vectors.length; at += ROWS_A_STATEMENT) {
    const rows = vectors.slice(at, at + ROWS_A_STATEMENT);
    const texts = rows.map((row) =>
      Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString("base64"),
    );
    await sql`
      insert into image_vectors (enrichment_id, kind, model, revision, dimensions, vector)
      select ${at} + nth, 'visual', ${model}, ${at} + nth, ${DIMENSIONS}, decode(vector, 'base64')
      from unnest(${texts}::text[]) with ordinality as given (vector, nth)`.execute(db);
  }
  await sql`
    insert into listing_images (listing_id, revision, photo_ids, enrichment_ids)
    select (id - 1) / ${PHOTOS_A_LISTING} + 1, min(id), array_agg(id::bigint), array_agg(id)
    from generate_series(1, ${vectors.length}) id
    group by 1`.execute(db);
  await sql`insert into serving_image_models values ('visual', ${model}, now())`.execute(db);
}

/** Waits until the graph has nearly all vectors, or was found not to help. */
async function graphOf(kind: { size: number; graph: { vectors: number; building: boolean } }): Promise<void> {
  const started = performance.now();
  while (kind.graph.building || kind.graph.vectors < kind.size * 0.9) {
    const waited = performance.now() - started;
    if (waited > BUILD_TIMEOUT_MS || (waited > IDLE_MS && !kind.graph.building)) return;
    await pause(50);
  }
}

function some(listings: number, share: number): Float64Array[] {
  const random = seeded(100);
  return Array.from({ length: FILTERS }, () =>
    Float64Array.from({ length: listings }, (_, nth) => nth + 1).filter(() => random() < share),
  );
}

async function report(
  {
    images: {
      vectors: { listings, kinds },
    },
  }: Services,
  { vectors, queries }: ImageVectors,
  label: string,
  filters: Float64Array[],
): Promise<void> {
  const times: number[] = [];
  let [found, wanted] = [0, 0];
  for (const [nth, vector] of queries.entries()) {
    const filter = filters[nth % filters.length] as Float64Array;
    const started = performance.now();
    const enrichments = await listings.among(filter);
    const near = await kinds.visual.nearest({ model, vector }, enrichments, K);
    times.push(performance.now() - started);
    // Photos with the same similarity as the last of the best are correct too: copies are equal.
    const least = leastOfBest(vectors, vector, enrichments.toArray());
    wanted += Math.min(K, enrichments.size);
    found += near.filter(
      ([enrichment]) => productOf(vectors[enrichment - 1] as Int16Array, vector) >= least - 1,
    ).length;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const ms = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  console.log(
    `  ${label.padEnd(20)} recall@10 ${(found / wanted).toFixed(4)}  p50 ${ms(0.5)} ms  p95 ${ms(0.95)} ms  p99 ${ms(0.99)} ms`,
  );
}

/** The dot product of the tenth best, by a plain loop. */
function leastOfBest(vectors: Int16Array[], query: Float32Array, among: Float64Array): number {
  const best = new Float64Array(K).fill(Number.NEGATIVE_INFINITY);
  for (const enrichment of among) {
    const product = productOf(vectors[enrichment - 1] as Int16Array, query);
    if (product <= (best[K - 1] as number)) continue;
    let at = K - 1;
    for (; at > 0 && (best[at - 1] as number) < product; at--) best[at] = best[at - 1] as number;
    best[at] = product;
  }
  return best[K - 1] as number;
}

function productOf(vector: Int16Array, query: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum += (vector[at] as number) * (query[at] as number);
  return sum;
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}
