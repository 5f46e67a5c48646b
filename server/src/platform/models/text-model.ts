/** Turns texts into vectors whose cosine says how near their meanings are. */
export type TextModel = {
  name: string;
  /** Changes whenever the same text gives another vector. */
  version: string;
  dimensions: number;
  /** The cosine that texts reach which have nothing to do with each other: what lies below it is chance. */
  noise: number;
  /** One vector a text, of length 1; all zeros for a text without words. */
  embed(texts: string[]): Promise<Float32Array[]>;
};

/** What stands beside stored vectors: vectors of two models never meet. */
export function modelId({ name, version }: TextModel): string {
  return `${name}@${version}`;
}
