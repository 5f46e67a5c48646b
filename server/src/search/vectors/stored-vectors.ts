import type { StoredVectors } from "../../model-vectors/index.ts";
import type { Db } from "../../platform/database/database.ts";

/** One listing's vectors, each quantized to 16 bits a dimension. */
export type EmbeddedListing = { listingId: number; contentHash: Buffer; vectors: Int16Array[] };

export function toBase64(vectors: Int16Array[]): string {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ).toString("base64");
}

/** A model's vectors after a revision, in order. Index: listing_vectors_revision. */
export async function vectorsAfter(
  db: Db,
  { model, revision, limit }: { model: string; revision: number; limit: number },
): Promise<StoredVectors[]> {
  return db
    .selectFrom("listing_vectors")
    .select(["listing_id as key", "revision", "dimensions", "vectors"])
    .where("model", "=", model)
    .where("revision", ">", revision)
    .orderBy("revision")
    .limit(limit)
    .execute();
}
