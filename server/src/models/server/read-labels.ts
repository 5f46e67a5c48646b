import { type Label, ModelError } from "../models.ts";

/**
 * Every one of `labels` with its confidence in the reply, in descending order; 0 for missing ones. Other labels in the
 * reply are ignored.
 *
 * @throws ModelError `failed`, when the reply contains no JSON with labels.
 */
export function readLabels(answer: string, labels: readonly string[]): Label[] {
  const found = new Map<string, number>();
  for (const [label, confidence] of entriesOf(jsonIn(answer))) {
    const name = label.trim().toLowerCase();
    found.set(name, Math.max(found.get(name) ?? 0, bounded(confidence)));
  }
  return labels
    .map((label) => ({ label, confidence: found.get(label.toLowerCase()) ?? 0 }))
    .sort((a, b) => b.confidence - a.confidence);
}

/** Models often wrap JSON in code fences and sentences. */
function jsonIn(answer: string): unknown {
  const from = answer.search(/[[{]/);
  const to = answer.lastIndexOf(answer[from] === "[" ? "]" : "}");
  if (from < 0 || to < from) throw noLabels();
  try {
    return JSON.parse(answer.slice(from, to + 1));
  } catch {
    throw noLabels();
  }
}

/** `{labels: [{label, confidence}]}`, the list alone, or `{label: confidence}`. */
function entriesOf(json: unknown): [string, unknown][] {
  const labels = isRecord(json) && "labels" in json ? json.labels : json;
  if (Array.isArray(labels)) {
    return labels.flatMap((item): [string, unknown][] => {
      if (typeof item === "string") return [[item, 1]];
      return isRecord(item) && typeof item.label === "string" ? [[item.label, item.confidence]] : [];
    });
  }
  if (isRecord(labels)) return Object.entries(labels);
  throw noLabels();
}

/** A confidence above 1 is read as a percentage. */
function bounded(confidence: unknown): number {
  if (confidence === true) return 1;
  const number = typeof confidence === "string" ? Number.parseFloat(confidence) : confidence;
  if (typeof number !== "number" || !(number > 0)) return 0;
  return Math.min(1, number > 1 ? number / 100 : number);
}

function noLabels(): ModelError {
  return new ModelError("failed", "The model server replied without labels.");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
