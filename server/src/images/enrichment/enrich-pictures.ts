import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { whileHeld } from "../../leases/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import { claimThese } from "./claim-these.sql.ts";
import { asPending, releaseClaims } from "./due-enrichments.ts";
import { enrichBatches, type Outcome, PHOTOS_A_BATCH, type Report } from "./enrich-batches.ts";
import { type EnrichmentModels, enrichmentModels, withFixedModels } from "./enrichment-models.ts";
import { enrichmentsById } from "./enrichments-by-id.sql.ts";
import { type Fetched, fetchPhotos } from "./fetch-photos.ts";
import { RequestedPhotoHosts } from "./photo-hosts.ts";
import { problemOf } from "./problems.ts";
import { serveFirstImageModels } from "./serving-models.ts";

/** Long enough for a batch of photos from a slow server. */
const PHOTOS_WITHIN_MS = 30_000;
/** How often to check for pictures that another worker has claimed: it finishes within seconds or has died. */
const POLL_MS = 250;

export type EnrichNow = {
  /** Makes the complete enrichment again; otherwise only what is missing or failed. */
  again: boolean;
  report: Report;
};

/**
 * Enriches these pictures now, due or not, including those whose photo could not be fetched the last time. Waits for
 * pictures that another worker is enriching.
 *
 * @throws ModelError when a model does not answer: batches until then are stored and reported.
 */
export async function enrichPictures(
  current: Context<UsesImages & UsesModels & UsesPhotos>,
  enrichmentIds: readonly number[],
  { again, report }: EnrichNow,
): Promise<void> {
  const ctx = withFixedModels(current);
  const models = enrichmentModels(ctx);
  await serveFirstImageModels(ctx, models);
  await whileHeld(ctx, `pictures ${randomUUID()}`, async (ctx, { holder }) => {
    const pictures = new PictureQueue(ctx, { ids: enrichmentIds, models, holder, again, report });
    await enrichBatches(ctx, { models, holder, next: () => pictures.next(), report });
  });
}

type Wanted = EnrichNow & { ids: readonly number[]; models: EnrichmentModels; holder: string };

/** The pictures to enrich, claimed batch by batch. */
class PictureQueue {
  readonly #ctx: Context<UsesImages & UsesPhotos>;
  readonly #wanted: Wanted;
  readonly #left: Set<number>;
  readonly #hosts: RequestedPhotoHosts;

  constructor(ctx: Context<UsesImages & UsesPhotos>, wanted: Wanted) {
    this.#ctx = ctx;
    this.#hosts = new RequestedPhotoHosts(ctx.images.hosts);
    this.#wanted = wanted;
    this.#left = new Set(wanted.ids);
  }

  /** The next pictures whose photos are available; null when none are left, or when it must stop. */
  async next(): Promise<Fetched | null> {
    while (this.#left.size > 0 && !this.#ctx.signal.aborted) {
      const claimed = await this.#claim();
      if (claimed.length === 0) await delay(POLL_MS, null, { signal: this.#ctx.signal }).catch(() => {});
      const due = await this.#unread(claimed);
      if (due.length === 0) continue;
      return fetchPhotos(this.#ctx, due, {
        hosts: this.#hosts,
        withinMs: PHOTOS_WITHIN_MS,
        tryAgain: true,
      });
    }
    return null;
  }

  async #claim(): Promise<number[]> {
    const ids = [...this.#left].slice(0, PHOTOS_A_BATCH);
    const { claimed, gone } = await claimThese(this.#ctx.db, { holder: this.#wanted.holder, ids });
    for (const id of [...claimed, ...gone]) this.#left.delete(id);
    // Pictures that another worker has claimed are moved to the end.
    for (const id of ids.filter((id) => this.#left.delete(id))) this.#left.add(id);
    await this.#settle(
      gone.map((id) => ({ enrichmentId: id, status: "failed" as const, problem: problemOf("gone") })),
    );
    return claimed;
  }

  async #unread(claimed: readonly number[]) {
    if (claimed.length === 0) return [];
    const { models, holder, again } = this.#wanted;
    const found = await enrichmentsById(this.#ctx.db, models, claimed);
    const enrichments = again ? found.map(asPending) : found;
    const current = enrichments.filter(({ is_current }) => is_current).map(({ id }) => id);
    await releaseClaims(this.#ctx.db, holder, current);
    await this.#settle(current.map((id) => ({ enrichmentId: id, status: "enriched" as const, made: null })));
    return enrichments.filter(({ is_current }) => !is_current);
  }

  async #settle(outcomes: Outcome[]): Promise<void> {
    if (outcomes.length > 0) await this.#wanted.report(this.#ctx, outcomes);
  }
}
