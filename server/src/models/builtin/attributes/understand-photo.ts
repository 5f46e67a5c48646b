import type { Feature, PhotoInput } from "../../models.ts";
import { inHundredths, photoFeatures, surestFirst } from "../../vocabulary/photo-features.ts";
import { combine, type PhotoAttribute } from "./attributes-of.ts";
import { measureInThread } from "./photo-threads.ts";

/** All that is known of a photo, who says it first. */
export async function understand(photo: PhotoInput) {
  const { looks } = await measureInThread(photo.bytes);
  return { looks, reading: combine(photo, looks) };
}

/**
 * Why a photo is found: what is known of it, how strongly (0 to 1) and from whom, the strongest first.
 *
 * @throws ModelError bad_image
 */
export async function attributesOf(photo: PhotoInput): Promise<PhotoAttribute[]> {
  const { reading } = await understand(photo);
  return [...reading.attributes.values()].sort(
    (a, b) => b.strength - a.strength || (a.name < b.name ? -1 : 1),
  );
}

/**
 * The features that the MLS names and pixels show, the surest first.
 *
 * @throws ModelError bad_image
 */
export async function readFeatures(photo: PhotoInput): Promise<Feature[]> {
  const { reading } = await understand(photo);
  return featuresAmong(reading.attributes.values());
}

const STATED = 0.9;
const LEAST = 0.3;

/** The features among what is known of a photo, the surest first. What is hardly likely is left out. */
function featuresAmong(attributes: Iterable<PhotoAttribute>): Feature[] {
  const found: Feature[] = [];
  for (const { name, strength, from } of attributes) {
    const feature = photoFeatures.get(name);
    const confidence = inHundredths(strength * (from === "measured" ? 1 : STATED));
    if (feature && confidence >= LEAST) found.push({ ...feature, confidence });
  }
  return found.sort(surestFirst);
}
