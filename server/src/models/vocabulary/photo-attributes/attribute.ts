import type { RoomType } from "../room-types.ts";

/**
 * `room`: what is shown; `color`, `light`, `nature`, `view`, `style`: how it looks; `material`, `feature`, `appliance`:
 * what the API calls features.
 */
export type Category =
  | "room"
  | "color"
  | "light"
  | "nature"
  | "view"
  | "style"
  | "material"
  | "feature"
  | "appliance";

/** Something that a photo may show, and that words may ask for. */
export type Attribute = {
  label: string;
  category: Category;
  /** Words and phrases that name it, in any form of the word, separated by commas. RESO's `ImageOf` values are among them. */
  words: string;
  /** Of a room: which of the API's types it is. */
  type?: RoomType;
  /** Other attributes that come with it, and how strongly (0 to 1). */
  suggests?: Record<string, number>;
};

export type Vocabulary = Record<string, Attribute>;
