import type { Token } from "../tokens.ts";
import { cueAfter } from "./cues.ts";
import { unitAt } from "./measures.ts";
import { numberAt } from "./numbers.ts";
import type { Quantity } from "./quantity-at.ts";

const SIGNS = new Set([":", "="]);

/** Reads rooms in the form of labels: `beds: 3`, `bedrooms 3 bathrooms 2`. */
export function labeledQuantityAt(tokens: readonly Token[], index: number): Quantity | null {
  const label = tokens[index]?.text === "-" ? null : unitAt(tokens, index);
  if (label?.unit.measure !== "beds" && label?.unit.measure !== "baths") return null;
  const isSigned = SIGNS.has(tokens[label.next]?.text ?? "");
  const number = numberAt(tokens, isSigned ? label.next + 1 : label.next);
  if (!number || number.scaled || number.value > 20) return null;
  const behind = unitAt(tokens, number.next);
  // In "large bedrooms 3 baths" the number belongs to the baths, unless those have a number of their own.
  if (!isSigned && behind && !numberAt(tokens, behind.next)) return null;
  const { cue, next } = cueAfter(tokens, number.next);
  return { from: index, to: next, unit: label.unit, cue, numbers: [number], isMoney: false, at: index };
}
