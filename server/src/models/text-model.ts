/** What a text is to the model: many models read what is asked otherwise than what is searched. */
export type TextUse = {
  /** A query is waited for: it fails soon where a passage, which a job embeds, is tried again. Passages by default. */
  as: "query" | "passage";
};

/** Turns texts into vectors whose cosine says how near their meanings are. */
export type TextModel = {
  name: string;
  /** Changes whenever the same text gives another vector. */
  version: string;
  /** How long vectors are; 0 until the first `embed` of a model that has to be asked. Better read a vector's length. */
  readonly dimensions: number;
  /**
   * The cosine that texts reach which have nothing to do with each other: what lies below it is chance. Of a model that
   * has to be asked, it is measured before its first `embed` returns, and 1 until then: read it after embedding.
   */
  readonly noise: number;
  /**
   * One vector a text, of length 1; all zeros for a text without words.
   *
   * @throws ModelError
   */
  embed(texts: string[], use?: TextUse): Promise<Float32Array[]>;
};

/** What stands beside stored vectors: vectors of two models never meet. */
export function modelId({ name, version }: Pick<TextModel, "name" | "version">): string {
  return `${name}@${version}`;
}
