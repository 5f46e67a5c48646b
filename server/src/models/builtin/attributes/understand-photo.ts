import type { Feature, PhotoInput } from "../../models.ts";
import { inHundredths, photoFeatures, surestFirst } from "../../vocabulary/photo-features.ts";
import { combine, type PhotoAttribute } from "./attributes-of.ts";
import { measureInThread } from "./photo-threads.ts";

/** The attributes, the room and the measurements of a photo. */
export async function understand(photo: PhotoInput) {
  const { looks } = await measureInThread(photo.bytes);
  return { looks, reading: combine(photo, looks) };
}

/**
 * The attributes by which a photo is found, with strength (0 to 1) and source, strongest first.
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
 * The features stated by the MLS or measured, by descending confidence.
 *
 * @throws ModelError bad_image
 */
export async function readFeatures(photo: PhotoInput): Promise<Feature[]> {
  const { reading } = await understand(photo);
  return featuresAmong(reading.attributes.values());
}

const STATED = 0.9;
const MIN_CONFIDENCE = 0.3;

/** The features among a photo's attributes, by descending confidence. Unlikely ones are left out. */
function featuresAmong(attributes: Iterable<PhotoAttribute>): Feature[] {
  const found: Feature[] = [];
  for (const { name, strength, from } of attributes) {
    const feature = photoFeatures.get(name);
    const confidence = inHundredths(strength * (from === "measured" ? 1 : STATED));
    if (feature && confidence >= MIN_CONFIDENCE) found.push({ ...feature, confidence });
  }
  return found.sort(surestFirst);
}
