import type { ActorContext } from "../../platform/context.ts";
import { labelsFor } from "../records/label-scope.ts";
import type { UsesImages } from "../services.ts";
import { tellingWords } from "./telling-words.ts";
import { wordsSaidByHand } from "./words-by-hand.sql.ts";
import type { WordsSaid } from "./words-of-pictures.sql.ts";

/** Which of the words people have said of a photo, and the picture that it shows. */
export type SaidByHand = WordsSaid & { reading: number };

/** The photos, of those that these listings show and searches may find, whose features or room by hand have some of the words. */
export async function saidByHand(
  { db, actor, images: { vectors } }: ActorContext<UsesImages>,
  text: string,
  listings: Float64Array,
): Promise<Map<number, SaidByHand>> {
  const found = new Map<number, SaidByHand>();
  const telling = tellingWords(text);
  const words = telling === "" ? null : await wordsSaidByHand(db, telling, labelsFor(actor));
  if (!words || words.size === 0) return found;
  await vectors.listings.each(listings, { findable: true }, (photo, reading) => {
    const said = words.get(photo);
    if (said) found.set(photo, { ...said, reading });
  });
  return found;
}
