import { correctSpelling, isInformative, textsOf } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { labelsFor } from "../records/label-scope.ts";
import type { UsesImages } from "../services.ts";
import type { DescriptionWords } from "./description-words.sql.ts";
import { manualLabelWords } from "./manual-label-words.sql.ts";

/** The query words in a photo's manual labels, and the picture that it shows. */
export type ManualLabels = DescriptionWords & { enrichment: number };

/** The searchable photos of these listings whose manual features or room contain some of the words. */
export async function manualLabels(
  { db, actor, images: { vectors } }: ActorContext<UsesImages>,
  text: string,
  listings: Float64Array,
): Promise<Map<number, ManualLabels>> {
  const found = new Map<number, ManualLabels>();
  const telling = informativeWords(text);
  const words = telling === "" ? null : await manualLabelWords(db, telling, labelsFor(actor));
  if (!words || words.size === 0) return found;
  await vectors.listings.each(listings, { findable: true }, (photo, enrichment) => {
    const labelWords = words.get(photo);
    if (labelWords) found.set(photo, { ...labelWords, enrichment });
  });
  return found;
}

/** Words with meaning; if the text has none ("a home with"), all its words. */
export function informativeWords(text: string): string {
  const words = textsOf(correctSpelling(text));
  const telling = words.filter(isInformative);
  return (telling.length > 0 ? telling : words).join(" ");
}
