export const methodNames = ["semantic", "image_description", "visual_embedding"] as const;
export type MethodName = (typeof methodNames)[number];

type Measured = Record<MethodName, { count: number; avg_similarity: number | null }>;

export type Recommendation = { recommendation: MethodName; reason: string };

const spoken: Record<MethodName, string> = {
  semantic: "what is written about the listings",
  image_description: "what is said of their photos",
  visual_embedding: "what their photos look like",
};

/**
 * Which way serves words best. Photos are recommended only for words that name something to be seen, and then the way whose
 * results are on average furthest above its own chance; of equal ones the first.
 */
export function recommend(methods: Measured, isVisual: boolean): Recommendation {
  if (methodNames.every((name) => methods[name].count === 0)) {
    return { recommendation: "semantic", reason: "No method found anything." };
  }
  const [ofText] = methodNames;
  if (!isVisual && methods[ofText].count > 0) {
    return { recommendation: ofText, reason: "The words name nothing that a photo shows." };
  }
  let best: MethodName = ofText;
  for (const name of methodNames) if (above(methods[name]) > above(methods[best])) best = name;
  const average = (methods[best].avg_similarity ?? 0).toFixed(2);
  return {
    recommendation: best,
    reason: `The words are nearest to ${spoken[best]}: ${average} on average, where 0 is chance.`,
  };
}

function above({ avg_similarity }: Measured[MethodName]): number {
  return avg_similarity ?? 0;
}
