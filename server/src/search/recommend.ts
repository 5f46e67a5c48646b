export const methodNames = ["semantic", "image_description", "visual_embedding"] as const;
export type MethodName = (typeof methodNames)[number];

type Measured = Record<MethodName, { count: number; avg_similarity: number | null }>;

export type Recommendation = { recommendation: MethodName; reason: string };

const methodContent: Record<MethodName, string> = {
  semantic: "what is written about the listings",
  image_description: "what is said of their photos",
  visual_embedding: "what their photos look like",
};

/**
 * The best method for a query. Photos are recommended only when the query names something visible, and then the method whose
 * results have the highest average similarity; of equal ones the first.
 */
export function recommend(methods: Measured, isVisual: boolean): Recommendation {
  if (methodNames.every((name) => methods[name].count === 0)) {
    return { recommendation: "semantic", reason: "No method found anything." };
  }
  const [textMethod] = methodNames;
  if (!isVisual && methods[textMethod].count > 0) {
    return { recommendation: textMethod, reason: "The words name nothing that a photo shows." };
  }
  let best: MethodName = textMethod;
  for (const name of methodNames) if (averageOf(methods[name]) > averageOf(methods[best])) best = name;
  const average = (methods[best].avg_similarity ?? 0).toFixed(2);
  return {
    recommendation: best,
    reason: `The words are nearest to ${methodContent[best]}: ${average} on average, where 0 is chance.`,
  };
}

function averageOf({ avg_similarity }: Measured[MethodName]): number {
  return avg_similarity ?? 0;
}
