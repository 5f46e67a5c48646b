import { type Lease, requireLease } from "../../leases/index.ts";
import { describedListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import { modelId } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { quantize16 } from "../../platform/vectors/quantized.ts";
import { moveOn, type Reader, readThrough } from "../readers.sql.ts";
import { passagesOf } from "./passages-of.ts";
import { serve, servingModel } from "./serving-model.ts";
import { type MadeVectors, storeVectors } from "./store-vectors.sql.ts";
import { type UnreadDocument, unreadDocuments } from "./unread-documents.sql.ts";

const DOCUMENTS_A_BATCH = 100;

/**
 * Has the text model read the documents that have changed since its last run; a new model reads them all, while the old
 * one's vectors go on answering. When it has read everything, its own answer, and the old ones are dropped.
 *
 * @returns how many listings got new vectors.
 * @throws ModelError when the model does not answer: the next run goes on where this one stopped.
 */
export async function embedListings(ctx: Context<UsesModels>, lease: Lease): Promise<number> {
  const model = modelId(ctx.models.text);
  const reader: Reader = `vectors ${model}`;
  let made = 0;
  while (!ctx.signal.aborted) {
    const from = await readThrough(ctx.db, reader);
    const documents = await unreadDocuments(ctx.db, { model, revision: from, limit: DOCUMENTS_A_BATCH });
    const last = documents.at(-1);
    if (!last) {
      await takeOver(ctx, model);
      break;
    }
    const vectors = await vectorsOf(
      ctx,
      documents.filter(({ is_read }) => !is_read),
    );
    // The model's answer may have taken a while: the transaction begins after it.
    await inTransaction(ctx, async (ctx) => {
      await requireLease(ctx.db, lease);
      if (!(await moveOn(ctx, { reader, from, to: last.revision }))) return;
      await storeVectors(ctx.db, model, vectors);
      made += vectors.length;
    });
  }
  return made;
}

async function vectorsOf(ctx: Context<UsesModels>, documents: UnreadDocument[]): Promise<MadeVectors[]> {
  const listings = await describedListings(
    ctx.db,
    documents.map(({ listing_id }) => listing_id),
  );
  const remarks = new Map(listings.map(({ id, description }) => [id, description]));
  const passages = documents.map(({ facts, listing_id }) => passagesOf(facts, remarks.get(listing_id) ?? ""));
  const embedded = await ctx.models.text.embed(passages.flat());
  let next = 0;
  return documents.map(({ listing_id, content_hash }, nth) => {
    const own = embedded.slice(next, next + (passages[nth] as string[]).length);
    next += own.length;
    return { listingId: listing_id, contentHash: content_hash, vectors: own.map(quantize16) };
  });
}

const VECTORS_A_DELETION = 1000;

/** The old model's vectors are dropped in parts: on one connection, others wait for each statement. */
async function takeOver(ctx: Context, model: string): Promise<void> {
  const before = await servingModel(ctx.db);
  if (before?.model === model) return;
  await serve(ctx, model);
  if (before)
    ctx.log.info({ before: before.model, model }, "listings are searched by the new model's vectors");
  while (!ctx.signal.aborted) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom("listing_vectors")
      .where((where) =>
        where(
          where.refTuple("listing_id", "model"),
          "in",
          where
            .selectFrom("listing_vectors")
            .select(["listing_id", "model"])
            .where("model", "!=", model)
            .limit(VECTORS_A_DELETION)
            .$asTuple("listing_id", "model"),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < VECTORS_A_DELETION) break;
  }
  await ctx.db
    .deleteFrom("listing_readers")
    .where("reader", "like", "vectors %")
    .where("reader", "!=", `vectors ${model}`)
    .execute();
}
