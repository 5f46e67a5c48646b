import { ModelError } from "../models.ts";
import { unitVectorOf } from "../unit-vector.ts";

/**
 * The vectors of a reply in the order of the inputs, each of length 1.
 *
 * @throws ModelError `failed`, when their number is not `count`, or their lengths differ.
 */
export function readEmbeddings(answer: unknown, count: number): Float32Array[] {
  const items = isRecord(answer) && Array.isArray(answer.data) ? (answer.data as unknown[]) : null;
  if (items === null) throw wrong("no list of vectors");
  if (items.length !== count) throw wrong(`${items.length} vectors where ${count} were asked for`);
  const vectors: Float32Array[] = [];
  for (const [nth, item] of items.entries()) {
    if (!isRecord(item)) throw wrong("no list of vectors");
    const place = item.index ?? nth;
    if (!Number.isInteger(place) || (place as number) < 0 || (place as number) >= count) {
      throw wrong("a vector of something else");
    }
    if (vectors[place as number]) throw wrong("two vectors of one text");
    vectors[place as number] = unitVectorOf(numbersOf(item.embedding));
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw wrong("vectors of several lengths");
  return vectors;
}

/** A list of numbers, or base64 of little-endian 32-bit floats. */
function numbersOf(embedding: unknown): ArrayLike<number> {
  if (Array.isArray(embedding) && embedding.length > 0) {
    if (!embedding.every((value) => typeof value === "number")) throw wrong("a vector of other than numbers");
    return embedding;
  }
  if (typeof embedding !== "string" || embedding === "") throw wrong("an empty vector");
  const bytes = Buffer.from(embedding, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw wrong("a vector in no known encoding");
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

function wrong(what: string): ModelError {
  return new ModelError("failed", `The model server replied with ${what}.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
