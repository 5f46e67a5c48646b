import { ChangeCursor, deleteCursors } from "../../change-cursors/index.ts";
import { type Lease, requireLease } from "../../leases/index.ts";
import { describedListings } from "../../listings/index.ts";
import { switchModel } from "../../model-vectors/index.ts";
import { expandAbbreviations, modelId, type UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { quantize16 } from "../../platform/vectors/quantized.ts";
import { type ChangedDocument, changedDocuments } from "./changed-documents.sql.ts";
import { storeVectors } from "./store-vectors.sql.ts";
import type { EmbeddedListing } from "./stored-vectors.ts";

const DOCUMENTS_A_BATCH = 100;

/** Each model has its own cursor. */
const CURSOR_PREFIX = "listing vectors ";
const cursorOf = (model: string) => new ChangeCursor(`${CURSOR_PREFIX}${model}`);

/**
 * Embeds the documents that have changed since the model's last run. A new model embeds all of them, while the old one's vectors
 * serve searches; then its vectors serve, and the old ones are deleted.
 *
 * @returns the number of listings that got new vectors.
 * @throws ModelError when the model does not answer; the next run continues.
 */
export async function embedListings(ctx: Context<UsesModels>, lease: Lease): Promise<number> {
  const model = modelId(ctx.models.text);
  const cursor = cursorOf(model);
  const nextBatch = ctx.background.pace(ctx.signal);
  let embedded = 0;
  while (!ctx.signal.aborted) {
    const { revision: from } = await cursor.read(ctx.db);
    const documents = await changedDocuments(ctx.db, { model, revision: from, limit: DOCUMENTS_A_BATCH });
    const last = documents.at(-1);
    if (!last) {
      await switchListingModel(ctx, model);
      break;
    }
    await nextBatch();
    const vectors = await vectorsOf(
      ctx,
      documents.filter(({ is_embedded }) => !is_embedded),
    );
    // The transaction starts after the model has answered, so that it does not wait for a slow model.
    await inTransaction(ctx, async (ctx) => {
      await requireLease(ctx.db, lease);
      if (!(await cursor.advance(ctx.db, { from, to: last.revision }))) return;
      await storeVectors(ctx.db, model, vectors);
      embedded += vectors.length;
    });
  }
  return embedded;
}

async function vectorsOf(ctx: Context<UsesModels>, documents: ChangedDocument[]): Promise<EmbeddedListing[]> {
  const listings = await describedListings(
    ctx.db,
    documents.map(({ listing_id }) => listing_id),
  );
  const remarks = new Map(
    listings.map(({ id, description }) => [id, expandAbbreviations(description ?? "")]),
  );
  const passages = documents.map(({ facts, listing_id }) => passagesOf(facts, remarks.get(listing_id) ?? ""));
  const embedded = await ctx.models.text.embed(passages.flat());
  let next = 0;
  return documents.map(({ listing_id, content_hash }, nth) => {
    const own = embedded.slice(next, next + (passages[nth] as string[]).length);
    next += own.length;
    return { listingId: listing_id, contentHash: content_hash, vectors: own.map(quantize16) };
  });
}

const VECTORS_PER_DELETE = 1000;

/** Makes this model the serving one, and deletes the vectors and cursors of others. */
async function switchListingModel(ctx: Context, model: string): Promise<void> {
  const deleteOthers = async () => {
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
            .limit(VECTORS_PER_DELETE)
            .$asTuple("listing_id", "model"),
        ),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows >= VECTORS_PER_DELETE;
  };
  if (await switchModel(ctx, { kind: "listing", model, deleteOthers }))
    await deleteCursors(ctx.db, { prefix: CURSOR_PREFIX, except: cursorOf(model) });
}

/** The facts and the remarks are embedded separately, so that neither dilutes the other. */
function passagesOf(facts: string, remarks: string): string[] {
  return remarks.trim() === "" ? [facts] : [facts, remarks];
}
