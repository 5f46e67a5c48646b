import type { Insertable } from "kysely";
import {
  builtinTextModel,
  isStopWord,
  modelId,
  type TextModel,
  type UsesModels,
  type Word,
  wordsOf,
} from "../models/index.ts";
import type { RecordVectors } from "../platform/database/types.generated.ts";
import { quantize } from "../platform/vectors/quantized.ts";
import { passagesOf } from "./passages.ts";

const MAX_STEMS = 2000;

/** The words of a text without stop words. */
export function informativeWords(text: string): Word[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word.text))
    .slice(0, MAX_STEMS);
}

/** The rows to store for records: the name, and the vectors of the text and its passages, concatenated. */
export async function rowsOf(
  model: TextModel,
  records: IndexedRecord[],
): Promise<Insertable<RecordVectors>[]> {
  const passages = records.map(({ text }) => passagesOf(text));
  const vectors = await model.embed(passages.flat());
  let next = 0;
  return records.map(({ kind, id, brokerageId, text }, nth) => {
    const end = next + (passages[nth] as string[]).length;
    const quantized = vectors.slice(next, end).map((vector) => Buffer.from(quantize(vector).buffer));
    next = end;
    return {
      kind,
      record_id: id,
      brokerage_id: brokerageId,
      model: modelId(model),
      title: text.split("\n", 1)[0]?.trim() ?? "",
      vector: Buffer.concat(quantized),
      stems: [...new Set(informativeWords(text).map(({ stem }) => stem))],
    };
  });
}

/**
 * The models that records have vectors of: the builtin one, computed within the transaction, and the configured one if
 * it is another, computed soon after by the job.
 */
export function modelsOf({ models }: UsesModels): TextModel[] {
  const { text } = models;
  return modelId(text) === modelId(builtinTextModel) ? [builtinTextModel] : [builtinTextModel, text];
}

/** The kinds of searchable records; each is owned by the slice of that name. */
export type RecordKind = "brokerage" | "agent" | "broker_contact";

export type IndexedRecord = {
  kind: RecordKind;
  id: number;
  brokerageId: number;
  /** The searchable text, most important first; the first line is the name. */
  text: string;
};
