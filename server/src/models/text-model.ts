/** The use of a text: many models embed queries and passages differently. */
export type TextUse = {
  /** A query has a waiting caller and fails fast; a passage belongs to a job and is retried. Default: passage. */
  as: "query" | "passage";
};

/** Embeds texts: the cosine of two vectors measures how similar their meanings are. */
export type TextModel = {
  name: string;
  /** Changes when the vector of any text changes. */
  version: string;
  /** The length of vectors; for remote models 0 until the first `embed`. Prefer the length of a vector. */
  readonly dimensions: number;
  /**
   * The cosine of unrelated texts: lower ones are chance. For remote models it is measured before the first `embed`
   * returns, and 1 until then: read it after embedding.
   */
  readonly noise: number;
  /**
   * One vector per text, of length 1; zeros for a text without words.
   *
   * @throws ModelError
   */
  embed(texts: string[], use?: TextUse): Promise<Float32Array[]>;
};

/** The id stored with vectors: vectors of different models are never compared. */
export function modelId({ name, version }: Pick<TextModel, "name" | "version">): string {
  return `${name}@${version}`;
}
