import type { RoomType } from "../room-types.ts";

/**
 * `room`: the place shown; `color`, `light`, `nature`, `view`, `style`: its looks; `material`, `feature`, `appliance`:
 * the features of the API.
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

/** An attribute that photos may show and queries may name. */
export type Attribute = {
  label: string;
  category: Category;
  /** Words and phrases that name it, in any inflection, separated by commas; includes RESO's `ImageOf` values. */
  words: string;
  /** For a room: its type in the API. */
  type?: RoomType;
  /** Attributes that usually come with it, with strength (0 to 1). */
  suggests?: Record<string, number>;
};

export type Vocabulary = Record<string, Attribute>;
