import type { Attribute, Vocabulary } from "./attribute.ts";
import { features } from "./features.ts";
import { looks } from "./looks.ts";
import { objects } from "./objects.ts";
import { rooms } from "./rooms.ts";

export type { Attribute, Category } from "./attribute.ts";

/** All attributes of the builtin image model; docs/photo-words.md lists them. Their order is that of the dimensions. */
export const vocabulary: Vocabulary = { ...rooms, ...looks, ...features, ...objects };

/** @throws Error for an unknown key. */
export function attribute(key: string): Attribute {
  const found = vocabulary[key];
  if (!found) throw new Error(`No attribute is called ${key}`);
  return found;
}
