import { failureTexts } from "../../photos/index.ts";
import { type VisionCode, visionErrors } from "../vision-errors.ts";

/** Why a picture was not enriched: its vision code, and a text with the cause and the remedy. */
export type Problem = { code: VisionCode; text: string };

const ANOTHER = "Replace it in the feed";
const SERVER =
  "Check its address and the server that has it (one in your own network is named in OUTBOUND_ALLOW), then have it analyzed again";

/** The codes and texts of the values of `image_enrichments.failure`. */
const words: Record<string, { code: VisionCode; means: string; helps: string }> = {
  ...Object.fromEntries(
    Object.entries(failureTexts).map(([word, means]) => [word, { code: "VISION_003", means, helps: SERVER }]),
  ),
  bad_address: meaning("VISION_003", failureTexts.bad_address, "Give it an address of its own in the feed"),
  too_many_redirects: meaning(
    "VISION_003",
    failureTexts.too_many_redirects,
    "Give it the address where it is in the feed",
  ),
  not_found: meaning("VISION_003", failureTexts.not_found, ANOTHER),
  not_an_image: meaning("VISION_003", failureTexts.not_an_image, ANOTHER),
  corrupt: meaning("VISION_003", failureTexts.corrupt, ANOTHER),
  bad_image: meaning("VISION_003", "the models cannot read the picture", ANOTHER),
  gone: meaning("VISION_003", "no listing shows it any more", "Nothing needs to be done"),
  too_large: meaning("VISION_004", failureTexts.too_large, "Replace it by a smaller one"),
  too_many_pixels: meaning("VISION_004", failureTexts.too_many_pixels, "Replace it by a smaller one"),
  busy: meaning("VISION_001", failureTexts.busy, "Have it analyzed again"),
  not_decoded: meaning(
    "VISION_001",
    failureTexts.not_decoded,
    "Give the server more memory or processor time, then have it analyzed again",
  ),
  no_time: meaning(
    "VISION_001",
    "the models had no time for it within a minute",
    "Have it analyzed again, or start an indexing job",
  ),
  embedding_failed: meaning(
    "VISION_005",
    "the model's reply is not a vector",
    "Check the model, then have it analyzed again",
  ),
  description_failed: meaning(
    "VISION_006",
    "the model's answer is no description",
    "Check the model, then have it analyzed again",
  ),
  index_full: meaning(
    "VISION_007",
    "the index holds as many pictures as it may",
    "Raise IMAGE_INDEX_CAPACITY, or remove images from it",
  ),
};

/** The problem behind a stored failure; also of failures stored by earlier versions. */
export function problemOf(failure: string): Problem {
  const { code, means, helps } = words[failure] ?? (words.embedding_failed as (typeof words)[string]);
  return { code, text: `${means.charAt(0).toUpperCase()}${means.slice(1)}. ${helps}.` };
}

/** As in the errors of jobs and analyses: `VISION_003 image_corrupt: …`. */
export function inOneLine({ code, text }: Problem): string {
  return `${code} ${visionErrors[code].name}: ${text}`;
}

function meaning(code: VisionCode, means: string, helps: string) {
  return { code, means, helps };
}
