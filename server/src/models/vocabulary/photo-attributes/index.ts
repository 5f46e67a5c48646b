import type { Attribute, Vocabulary } from "./attribute.ts";
import { features } from "./features.ts";
import { looks } from "./looks.ts";
import { rooms } from "./rooms.ts";

export type { Attribute, Category } from "./attribute.ts";

/** Everything that the builtin image model can name; docs/photo-words.md lists it. The order is that of the dimensions. */
export const vocabulary: Vocabulary = { ...rooms, ...looks, ...features };

/** @throws Error for a key that is none. */
export function attribute(key: string): Attribute {
  const found = vocabulary[key];
  if (!found) throw new Error(`No attribute is called ${key}`);
  return found;
}
