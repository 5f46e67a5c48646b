import type { Insertable } from "kysely";
import { isStopWord, modelId, type TextModel, type Word, wordsOf } from "../models/index.ts";
import type { RecordVectors } from "../platform/database/types.generated.ts";
import { quantize } from "../platform/vectors/quantized.ts";
import { passagesOf } from "./passages.ts";
import type { IndexedRecord } from "./record-kinds.ts";

const MOST_STEMS = 2000;

/** The words of a text without stop words. */
export function tellingWords(text: string): Word[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word.text))
    .slice(0, MOST_STEMS);
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
      stems: [...new Set(tellingWords(text).map(({ stem }) => stem))],
    };
  });
}
